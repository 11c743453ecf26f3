// Every action that a database thread can be asked for.
import {
  inviteMember,
  listInvitations,
  makeMailedPasswordLink,
  readAccountLink,
  takeBackLink,
  withdrawInvitation,
} from '#actions/accounts/account-links.ts';
import {
  changePassword,
  findSignIn,
  patchAccount,
  readProfile,
  signIn,
} from '#actions/accounts/accounts.ts';
import { addAddressToCustomer, addAddressToWorkItem } from '#actions/addresses/add-address.ts';
import { getAddress, patchAddress } from '#actions/addresses/address.ts';
import {
  getCurrentApiKey,
  lookUpApiKey,
  readApiKeysRevision,
  recordKeyUses,
} from '#actions/accounts/api-keys.ts';
import {
  beginAsset,
  condemnAssets,
  findLooseAssets,
  findSamePicture,
  forgetAssets,
  getAsset,
  giveUpAsset,
  measureAssets,
  correctTotals,
} from '#actions/photos/assets.ts';
import {
  createBrandKey,
  listBrandKeys,
  revokeBrandKey,
  rotateBrandKey,
} from '#actions/accounts/brand-keys.ts';
import { patchBrand, readBrand } from '#actions/accounts/brand-settings.ts';
import {
  createCalendarLink,
  listCalendarLinks,
  revokeCalendarLink,
} from '#actions/calendar/calendar-links.ts';
import { archiveCustomer, patchCustomer } from '#actions/customers/change-customer.ts';
import {
  bringBackWorkItem,
  patchWorkItem,
  removeWorkItem,
} from '#actions/work-items/change-work-item.ts';
import { claimLeadBatch, endLeadBatch } from '#actions/leads/claim-batch.ts';
import { continueImport } from '#actions/imports/continue-import.ts';
import { continueUndo } from '#actions/imports/continue-undo.ts';
import { countStatuses } from '#actions/work-items/count-statuses.ts';
import { createContendedLeads, createLeads } from '#actions/leads/create-leads.ts';
import { createWorkItem } from '#actions/work-items/create-work-item.ts';
import { continueErasure, eraseCustomer } from '#actions/erasure/erase-customer.ts';
import { findRequestsToForget } from '#actions/erasure/erase-requests.ts';
import { numberForgottenEvents, numberWaitingEvents } from '#actions/events/events.ts';
import { beginExport, exportUnmade, exportWorkItems } from '#actions/customers/export-customer.ts';
import { exportTable } from '#actions/imports/export-table.ts';
import { getCustomer } from '#actions/customers/get-customer.ts';
import { getSubmission } from '#actions/leads/get-submission.ts';
import { getWorkItem } from '#actions/work-items/get-work-item.ts';
import {
  beginImport,
  getImport,
  listImports,
  sweepImports,
  undoImport,
} from '#actions/imports/imports.ts';
import { indexForgottenCustomers } from '#actions/customers/index-customers.ts';
import {
  claimJobs,
  endEarlierLeases,
  releaseJobs,
  renewJobs,
  replanEarlyJobs,
  retryJobs,
} from '#actions/jobs.ts';
import { listAddresses } from '#actions/addresses/list-addresses.ts';
import { listCustomers } from '#actions/customers/list-customers.ts';
import { listDuplicates } from '#actions/customers/list-duplicates.ts';
import { listEvents, listWorkItemHistory } from '#actions/events/list-events.ts';
import { measureAnswers } from '#actions/leads/idempotency.ts';
import { listWorkItems } from '#actions/work-items/list-work-items.ts';
import { readListToken } from '#actions/read-list-token.ts';
import {
  dropRefusedLeads,
  findRequestLogEdges,
  getLoggedRequest,
  listLoggedRequests,
  measureRefusedLeads,
  recordRequests,
  sweepLoggedRequests,
} from '#actions/logged-requests.ts';
import { listLeftBehind } from '#actions/accounts/left-behind.ts';
import { changeRole, listMembers, listPeople, removeMember } from '#actions/accounts/members.ts';
import {
  listCustomerMerges,
  mergeCustomers,
  undoCustomerMerge,
} from '#actions/customers/merge-customers.ts';
import {
  readDelivery,
  readNextEvents,
  readReplayedEvents,
  readTarget,
} from '#actions/events/outgoing-events.ts';
import {
  addPasskey,
  findPasskey,
  keepChallenge,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  takeChallenge,
} from '#actions/accounts/passkeys.ts';
import {
  listPhotos,
  readLeadAnswer,
  rememberLeadAnswer,
  settlePhotos,
} from '#actions/photos/photos.ts';
import { recordPing } from '#actions/webhooks/pings.ts';
import { planLeads } from '#actions/leads/plan-leads.ts';
import {
  isNewInstallation,
  makeFirstBrand,
  prepareTables,
  readCursorKey,
} from '#actions/installation/prepare-installation.ts';
import { giveBackToRateWindow, takeFromRateWindow } from '#actions/rate-windows.ts';
import { readCalendar } from '#actions/calendar/read-calendar.ts';
import { readFeed, readFeedEnd } from '#actions/events/read-feed.ts';
import { beginOverview, countRequestsBetween, readLeadFacts } from '#actions/read-overview.ts';
import { continueSearchRefresh } from '#actions/work-items/refresh-search.ts';
import {
  endJob,
  endRetry,
  forgetDeliveries,
  parkJob,
  restDelivering,
} from '#actions/webhooks/rest-webhook-jobs.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  hasSessionAt,
  lookUpSession,
  readSessionsRevision,
  recordSessionUses,
  switchBrand,
} from '#actions/accounts/sessions.ts';
import { settleAttempts } from '#actions/webhooks/settle-attempts.ts';
import {
  finishCheckpoint,
  forgetDeleted,
  probeWrite,
  refreshStatistics,
  sweep,
} from '#actions/installation/upkeep.ts';
import { useAccountLink } from '#actions/accounts/use-account-link.ts';
import {
  getDelivery,
  listDeliveries,
  replayDelivery,
  replaySince,
} from '#actions/webhooks/webhook-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '#actions/webhooks/webhooks.ts';
import { findKnownCustomers } from '#actions/leads/write-intake.ts';

export const actions = {
  // A new installation.
  prepareTables,
  isNewInstallation,
  makeFirstBrand,
  readCursorKey,

  // Leads.
  createLeads,
  createContendedLeads,
  planLeads,
  findKnownCustomers,
  claimLeadBatch,
  endLeadBatch,
  rememberLeadAnswer,
  readLeadAnswer,
  measureAnswers,
  getSubmission,

  // Work items.
  createWorkItem,
  patchWorkItem,
  removeWorkItem,
  bringBackWorkItem,
  getWorkItem,
  listWorkItems,
  readListToken,
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
  addAddressToWorkItem,
  addAddressToCustomer,
  patchAddress,
  getAddress,
  listAddresses,

  // Personal data.
  beginExport,
  exportWorkItems,
  exportUnmade,
  eraseCustomer,
  continueErasure,
  findRequestsToForget,
  forgetDeleted,

  // Photos.
  settlePhotos,
  listPhotos,
  beginAsset,
  getAsset,
  giveUpAsset,
  findSamePicture,
  findLooseAssets,
  condemnAssets,
  forgetAssets,
  measureAssets,
  correctTotals,

  // Imports and exports of tables.
  beginImport,
  continueImport,
  undoImport,
  sweepImports,
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
  replanEarlyJobs,

  // Keys and rates.
  lookUpApiKey,
  getCurrentApiKey,
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
  measureRefusedLeads,
  dropRefusedLeads,
  findRequestLogEdges,
  sweepLoggedRequests,

  // A brand and its members.
  readBrand,
  patchBrand,
  listMembers,
  listPeople,
  listLeftBehind,
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
  hasSessionAt,
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
  probeWrite,
  finishCheckpoint,
  continueSearchRefresh,
  indexForgottenCustomers,
};
