// Every action that a database thread can be asked for.
import {
  inviteMember,
  listInvitations,
  makeMailedPasswordLink,
  readAccountLink,
  takeBackLink,
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
  createBrandKey,
  listBrandKeys,
  revokeBrandKey,
  rotateBrandKey,
} from '#actions/brand-keys.ts';
import { patchBrand, readBrand } from '#actions/brand-settings.ts';
import {
  createCalendarLink,
  listCalendarLinks,
  revokeCalendarLink,
} from '#actions/calendar-links.ts';
import { archiveCustomer, patchCustomer } from '#actions/change-customer.ts';
import { bringBackWorkItem, patchWorkItem, removeWorkItem } from '#actions/change-work-item.ts';
import { claimLeadBatch, endLeadBatch } from '#actions/claim-batch.ts';
import { continueImport } from '#actions/continue-import.ts';
import { continueUndo } from '#actions/continue-undo.ts';
import { countStatuses } from '#actions/count-statuses.ts';
import { createContendedLeads, createLeads } from '#actions/create-leads.ts';
import { createWorkItem } from '#actions/create-work-item.ts';
import { continueErasure, eraseCustomer } from '#actions/erase-customer.ts';
import { findRequestsToForget } from '#actions/erase-requests.ts';
import { numberForgottenEvents, numberWaitingEvents } from '#actions/events.ts';
import { beginExport, exportRequests, exportWorkItems } from '#actions/export-customer.ts';
import { exportTable } from '#actions/export-table.ts';
import { getCustomer } from '#actions/get-customer.ts';
import { getSubmission } from '#actions/get-submission.ts';
import { getWorkItem } from '#actions/get-work-item.ts';
import { beginImport, getImport, listImports, undoImport } from '#actions/imports.ts';
import { indexForgottenCustomers } from '#actions/index-customers.ts';
import { claimJobs, endEarlierLeases, releaseJobs, renewJobs, retryJobs } from '#actions/jobs.ts';
import { listAddresses } from '#actions/list-addresses.ts';
import { listCustomers } from '#actions/list-customers.ts';
import { listDuplicates } from '#actions/list-duplicates.ts';
import { listEvents, listWorkItemHistory } from '#actions/list-events.ts';
import { listWorkItems } from '#actions/list-work-items.ts';
import {
  getLoggedRequest,
  listLoggedRequests,
  recordRequests,
  sweepLoggedRequests,
} from '#actions/logged-requests.ts';
import { changeRole, listMembers, removeMember } from '#actions/members.ts';
import { listCustomerMerges, mergeCustomers, undoCustomerMerge } from '#actions/merge-customers.ts';
import {
  readDelivery,
  readNextEvents,
  readReplayedEvents,
  readTarget,
} from '#actions/outgoing-events.ts';
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
import { recordPing } from '#actions/pings.ts';
import { planLeads } from '#actions/plan-leads.ts';
import { makeFirstKey, prepareTables } from '#actions/prepare-installation.ts';
import { giveBackToRateWindow, takeFromRateWindow } from '#actions/rate-windows.ts';
import { readCalendar } from '#actions/read-calendar.ts';
import { readFeed, readFeedEnd } from '#actions/read-feed.ts';
import { beginOverview, countRequestsBetween, readLeadFacts } from '#actions/read-overview.ts';
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
import { finishCheckpoint, forgetDeleted, refreshStatistics, sweep } from '#actions/upkeep.ts';
import { useAccountLink } from '#actions/use-account-link.ts';
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
import { findKnownCustomers } from '#actions/write-intake.ts';

export const actions = {
  // A new installation.
  prepareTables,
  makeFirstKey,

  // Leads.
  createLeads,
  createContendedLeads,
  planLeads,
  findKnownCustomers,
  claimLeadBatch,
  endLeadBatch,
  rememberLeadAnswer,
  readLeadAnswer,
  getSubmission,

  // Work items.
  createWorkItem,
  patchWorkItem,
  removeWorkItem,
  bringBackWorkItem,
  getWorkItem,
  listWorkItems,
  countStatuses,

  // Customers and addresses.
  patchCustomer,
  archiveCustomer,
  getCustomer,
  listCustomers,
  listDuplicates,
  mergeCustomers,
  undoCustomerMerge,
  listCustomerMerges,
  patchAddress,
  getAddress,
  listAddresses,

  // Personal data.
  beginExport,
  exportWorkItems,
  exportRequests,
  eraseCustomer,
  continueErasure,
  findRequestsToForget,
  forgetDeleted,

  // Photos.
  settlePhotos,
  listPhotos,
  beginAsset,
  getAsset,
  findSamePicture,
  findLooseAssets,
  condemnAssets,
  forgetAssets,

  // Imports and exports of tables.
  beginImport,
  continueImport,
  undoImport,
  continueUndo,
  listImports,
  getImport,
  exportTable,

  // Events.
  numberWaitingEvents,
  numberForgottenEvents,
  listEvents,
  listWorkItemHistory,
  readFeed,
  readFeedEnd,

  // Webhooks.
  createWebhook,
  updateWebhook,
  rotateWebhookSecret,
  deleteWebhook,
  listWebhooks,
  getWebhook,
  listDeliveries,
  getDelivery,
  replayDelivery,
  replaySince,
  recordPing,
  readTarget,
  readNextEvents,
  readReplayedEvents,
  readDelivery,
  settleAttempts,
  restDelivering,
  parkJob,
  endJob,
  endRetry,
  forgetDeliveries,

  // Jobs.
  claimJobs,
  renewJobs,
  retryJobs,
  releaseJobs,
  endEarlierLeases,

  // Keys and rates.
  lookUpApiKey,
  getApiKey,
  readApiKeysRevision,
  recordKeyUses,
  takeFromRateWindow,
  giveBackToRateWindow,
  createBrandKey,
  listBrandKeys,
  rotateBrandKey,
  revokeBrandKey,

  // The request log.
  recordRequests,
  listLoggedRequests,
  getLoggedRequest,
  sweepLoggedRequests,

  // A brand and its members.
  readBrand,
  patchBrand,
  listMembers,
  changeRole,
  removeMember,
  inviteMember,
  listInvitations,
  withdrawInvitation,

  // People who sign in.
  findSignIn,
  signIn,
  readProfile,
  patchAccount,
  changePassword,
  makeMailedPasswordLink,
  takeBackLink,
  readAccountLink,
  useAccountLink,
  lookUpSession,
  recordSessionUses,
  readSessionsRevision,
  listSessions,
  endSession,
  endOtherSessions,
  switchBrand,
  keepChallenge,
  takeChallenge,
  addPasskey,
  findPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,

  // Overview and calendar.
  beginOverview,
  readLeadFacts,
  countRequestsBetween,
  readCalendar,
  createCalendarLink,
  listCalendarLinks,
  revokeCalendarLink,

  // Upkeep.
  sweep,
  refreshStatistics,
  finishCheckpoint,
  continueSearchRefresh,
  indexForgottenCustomers,
};
