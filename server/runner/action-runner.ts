// How the rest of the program asks for an action, wherever it runs. Types only of the actions: the
// thread that answers requests does not load what the database threads need.
import type { actions } from './actions.ts';

type Actions = typeof actions;
export type ActionName = keyof Actions;
// An action without input of its own takes null.
type ActionInput<N extends ActionName> =
  Parameters<Actions[N]> extends [unknown, infer Input, ...unknown[]] ? Input : null;
type ActionOutput<N extends ActionName> = Awaited<ReturnType<Actions[N]>>;

export const actionKinds: Readonly<Record<ActionName, 'read' | 'write'>> = {
  // A new installation.
  prepareTables: 'write',
  isNewInstallation: 'read',
  makeFirstBrand: 'write',

  // Leads.
  createLeads: 'write',
  createContendedLeads: 'write',
  planLeads: 'read',
  findKnownCustomers: 'read',
  claimLeadBatch: 'write',
  endLeadBatch: 'write',
  rememberLeadAnswer: 'write',
  readLeadAnswer: 'read',
  getSubmission: 'read',

  // Work items.
  createWorkItem: 'write',
  patchWorkItem: 'write',
  removeWorkItem: 'write',
  bringBackWorkItem: 'write',
  getWorkItem: 'read',
  listWorkItems: 'read',
  countStatuses: 'read',

  // Customers and addresses.
  patchCustomer: 'write',
  archiveCustomer: 'write',
  getCustomer: 'read',
  listCustomers: 'read',
  listDuplicates: 'read',
  mergeCustomers: 'write',
  undoCustomerMerge: 'write',
  listCustomerMerges: 'read',
  addAddressToWorkItem: 'write',
  addAddressToCustomer: 'write',
  patchAddress: 'write',
  getAddress: 'read',
  listAddresses: 'read',

  // Personal data.
  beginExport: 'read',
  exportWorkItems: 'read',
  exportUnmade: 'read',
  eraseCustomer: 'write',
  continueErasure: 'write',
  findRequestsToForget: 'read',
  forgetDeleted: 'write',

  // Photos.
  settlePhotos: 'write',
  listPhotos: 'read',
  beginAsset: 'write',
  getAsset: 'read',
  findSamePicture: 'read',
  findLooseAssets: 'read',
  condemnAssets: 'write',
  forgetAssets: 'write',

  // Imports and exports of tables.
  beginImport: 'write',
  continueImport: 'write',
  undoImport: 'write',
  sweepImports: 'write',
  continueUndo: 'write',
  listImports: 'read',
  getImport: 'read',
  exportTable: 'read',

  // Events.
  numberWaitingEvents: 'write',
  numberForgottenEvents: 'write',
  listEvents: 'read',
  listWorkItemHistory: 'read',
  readFeed: 'read',
  readFeedEnd: 'read',

  // Webhooks.
  createWebhook: 'write',
  updateWebhook: 'write',
  rotateWebhookSecret: 'write',
  deleteWebhook: 'write',
  listWebhooks: 'read',
  getWebhook: 'read',
  listDeliveries: 'read',
  getDelivery: 'read',
  replayDelivery: 'write',
  replaySince: 'write',
  recordPing: 'write',
  readTarget: 'read',
  readNextEvents: 'read',
  readReplayedEvents: 'read',
  readDelivery: 'read',
  settleAttempts: 'write',
  restDelivering: 'write',
  parkJob: 'write',
  endJob: 'write',
  endRetry: 'write',
  forgetDeliveries: 'write',

  // Jobs.
  claimJobs: 'write',
  renewJobs: 'write',
  retryJobs: 'write',
  releaseJobs: 'write',
  endEarlierLeases: 'write',

  // Keys and rates.
  lookUpApiKey: 'read',
  getCurrentApiKey: 'read',
  readApiKeysRevision: 'read',
  recordKeyUses: 'write',
  takeFromRateWindow: 'write',
  giveBackToRateWindow: 'write',
  createBrandKey: 'write',
  listBrandKeys: 'read',
  rotateBrandKey: 'write',
  revokeBrandKey: 'write',

  // The request log.
  recordRequests: 'write',
  listLoggedRequests: 'read',
  getLoggedRequest: 'read',
  sweepLoggedRequests: 'write',

  // A brand and its members.
  readBrand: 'read',
  patchBrand: 'write',
  listMembers: 'read',
  changeRole: 'write',
  removeMember: 'write',
  inviteMember: 'write',
  listInvitations: 'read',
  withdrawInvitation: 'write',

  // People who sign in.
  findSignIn: 'read',
  signIn: 'write',
  readProfile: 'read',
  patchAccount: 'write',
  changePassword: 'write',
  makeMailedPasswordLink: 'write',
  takeBackLink: 'write',
  readAccountLink: 'read',
  useAccountLink: 'write',
  lookUpSession: 'read',
  recordSessionUses: 'write',
  readSessionsRevision: 'read',
  listSessions: 'read',
  endSession: 'write',
  endOtherSessions: 'write',
  switchBrand: 'write',
  keepChallenge: 'write',
  takeChallenge: 'write',
  addPasskey: 'write',
  findPasskey: 'read',
  listPasskeys: 'read',
  removePasskey: 'write',
  signInWithPasskey: 'write',

  // Overview and calendar.
  beginOverview: 'read',
  readLeadFacts: 'read',
  countRequestsBetween: 'read',
  readCalendar: 'read',
  createCalendarLink: 'write',
  listCalendarLinks: 'read',
  revokeCalendarLink: 'write',

  // Upkeep.
  sweep: 'write',
  refreshStatistics: 'write',
  probeWrite: 'write',
  finishCheckpoint: 'write',
  continueSearchRefresh: 'write',
  indexForgottenCustomers: 'write',
};

export interface ActionRunner {
  /**
   * With `waitMsMax`, for somebody who waits for so long and no longer: what is not done by then is not done at all,
   * unless it was being committed. Without, the answer is waited for as long as for any, and the work goes on behind it.
   */
  run<N extends ActionName>(
    name: N,
    input: ActionInput<N>,
    waitMsMax?: number,
  ): Promise<ActionOutput<N>>;
  /** Calls that wait for an answer now. */
  waiting(): { reads: number; writes: number };
  close(): Promise<void>;
}

/** A migration of a large database takes its time. */
export const migrationWaitMsMax = 60 * 60 * 1000;
