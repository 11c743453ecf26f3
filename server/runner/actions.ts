// Every action that a database thread can be asked for.
import {
  inviteMember,
  listInvitations,
  makePasswordLink,
  readAccountLink,
  withdrawInvitation,
} from '#actions/account-links.ts';
import {
  changePassword,
  findSignIn,
  patchAccount,
  readProfile,
  signIn,
} from '#actions/accounts.ts';
import { getAddress, patchAddress } from '#actions/address.ts';
import { getApiKey, lookUpApiKey, readApiKeysRevision, recordKeyUses } from '#actions/api-keys.ts';
import {
  beginAsset,
  condemnAssets,
  findLooseAssets,
  findSamePicture,
  forgetAssets,
  getAsset,
} from '#actions/assets.ts';
import {
  createCalendarLink,
  listCalendarLinks,
  revokeCalendarLink,
} from '#actions/calendar-links.ts';
import {
  createBrandKey,
  listBrandKeys,
  revokeBrandKey,
  rotateBrandKey,
} from '#actions/brand-keys.ts';
import { patchBrand, readBrand } from '#actions/brand-settings.ts';
import { archiveCustomer, patchCustomer } from '#actions/change-customer.ts';
import { claimLeadBatch, endLeadBatch } from '#actions/claim-batch.ts';
import { createContendedLeads, createLeads } from '#actions/create-leads.ts';
import { continueErasure, eraseCustomer } from '#actions/erase-customer.ts';
import { findRequestsToForget } from '#actions/erase-requests.ts';
import { beginExport, exportRequests, exportWorkItems } from '#actions/export-customer.ts';
import { numberForgottenEvents, numberWaitingEvents } from '#actions/events.ts';
import { createWorkItem } from '#actions/create-work-item.ts';
import { getCustomer } from '#actions/get-customer.ts';
import { getWorkItem } from '#actions/get-work-item.ts';
import { bringBackWorkItem, patchWorkItem, removeWorkItem } from '#actions/change-work-item.ts';
import { indexForgottenCustomers } from '#actions/index-customers.ts';
import { claimJobs, endEarlierLeases, releaseJobs, renewJobs, retryJobs } from '#actions/jobs.ts';
import { listAddresses } from '#actions/list-addresses.ts';
import { listEvents, listWorkItemHistory } from '#actions/list-events.ts';
import { listCustomers } from '#actions/list-customers.ts';
import { listWorkItems } from '#actions/list-work-items.ts';
import { changeRole, listMembers, removeMember } from '#actions/members.ts';
import { listCustomerMerges, mergeCustomers, undoCustomerMerge } from '#actions/merge-customers.ts';
import {
  addPasskey,
  findPasskey,
  keepChallenge,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  takeChallenge,
} from '#actions/passkeys.ts';
import { listPhotos, readLeadAnswer, rememberLeadAnswer, settlePhotos } from '#actions/photos.ts';
import { planLeads } from '#actions/plan-leads.ts';
import {
  getLoggedRequest,
  listLoggedRequests,
  recordRequests,
  sweepLoggedRequests,
} from '#actions/logged-requests.ts';
import {
  readDelivery,
  readNextEvents,
  readReplayedEvents,
  readTarget,
} from '#actions/outgoing-events.ts';
import { recordPing } from '#actions/pings.ts';
import { makeFirstKey, prepareTables } from '#actions/prepare-installation.ts';
import { giveBackToRateWindow, takeFromRateWindow } from '#actions/rate-windows.ts';
import { readCalendar } from '#actions/read-calendar.ts';
import { listDuplicates } from '#actions/list-duplicates.ts';
import { countStatuses } from '#actions/count-statuses.ts';
import { getSubmission } from '#actions/get-submission.ts';
import { beginOverview, countRequestsBetween, readLeadFacts } from '#actions/read-overview.ts';
import { exportTable } from '#actions/export-table.ts';
import { beginImport, getImport, listImports, undoImport } from '#actions/imports.ts';
import { continueImport } from '#actions/continue-import.ts';
import { continueUndo } from '#actions/continue-undo.ts';
import { readFeed, readFeedEnd } from '#actions/read-feed.ts';
import { continueSearchRefresh } from '#actions/refresh-search.ts';
import {
  endJob,
  endRetry,
  forgetDeliveries,
  parkJob,
  restDelivering,
} from '#actions/rest-webhook-jobs.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  lookUpSession,
  readSessionsRevision,
  recordSessionUses,
  switchBrand,
} from '#actions/sessions.ts';
import { settleAttempts } from '#actions/settle-attempts.ts';
import { useAccountLink } from '#actions/use-account-link.ts';
import { finishCheckpoint, forgetDeleted, refreshStatistics, sweep } from '#actions/upkeep.ts';
import {
  getDelivery,
  listDeliveries,
  replayDelivery,
  replaySince,
} from '#actions/webhook-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '#actions/webhooks.ts';

export const actions = {
  prepareTables,
  makeFirstKey,
  createLeads,
  createContendedLeads,
  claimLeadBatch,
  endLeadBatch,
  rememberLeadAnswer,
  createWorkItem,
  patchWorkItem,
  removeWorkItem,
  bringBackWorkItem,
  endEarlierLeases,
  claimJobs,
  renewJobs,
  retryJobs,
  releaseJobs,
  settlePhotos,
  beginAsset,
  condemnAssets,
  forgetAssets,
  numberWaitingEvents,
  numberForgottenEvents,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  replayDelivery,
  replaySince,
  settleAttempts,
  restDelivering,
  parkJob,
  endJob,
  endRetry,
  forgetDeliveries,
  recordPing,
  recordKeyUses,
  takeFromRateWindow,
  giveBackToRateWindow,
  sweep,
  recordRequests,
  sweepLoggedRequests,
  createCalendarLink,
  revokeCalendarLink,
  refreshStatistics,
  finishCheckpoint,
  continueSearchRefresh,
  indexForgottenCustomers,
  patchCustomer,
  archiveCustomer,
  mergeCustomers,
  undoCustomerMerge,
  patchAddress,
  eraseCustomer,
  continueErasure,
  forgetDeleted,
  findRequestsToForget,
  beginExport,
  exportWorkItems,
  exportRequests,
  planLeads,
  listEvents,
  listWorkItemHistory,
  listWorkItems,
  listAddresses,
  listCustomers,
  listCustomerMerges,
  getCustomer,
  getAddress,
  getWorkItem,
  readLeadAnswer,
  listPhotos,
  listLoggedRequests,
  getLoggedRequest,
  listCalendarLinks,
  readCalendar,
  getAsset,
  findSamePicture,
  findLooseAssets,
  listWebhooks,
  getWebhook,
  listDeliveries,
  getDelivery,
  readNextEvents,
  readReplayedEvents,
  readDelivery,
  readTarget,
  lookUpApiKey,
  getApiKey,
  readApiKeysRevision,
  keepChallenge,
  takeChallenge,
  addPasskey,
  removePasskey,
  signInWithPasskey,
  listPasskeys,
  findPasskey,
  createBrandKey,
  revokeBrandKey,
  rotateBrandKey,
  patchBrand,
  changeRole,
  removeMember,
  listBrandKeys,
  readBrand,
  listMembers,
  signIn,
  changePassword,
  patchAccount,
  recordSessionUses,
  endSession,
  endOtherSessions,
  switchBrand,
  inviteMember,
  makePasswordLink,
  withdrawInvitation,
  useAccountLink,
  findSignIn,
  readProfile,
  lookUpSession,
  readSessionsRevision,
  listSessions,
  listInvitations,
  readAccountLink,
  readFeed,
  readFeedEnd,
  continueUndo,
  continueImport,
  beginImport,
  undoImport,
  listImports,
  getImport,
  exportTable,
  beginOverview,
  readLeadFacts,
  countRequestsBetween,
  getSubmission,
  countStatuses,
  listDuplicates,
};
