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
  prepareTables: 'write',
  makeFirstKey: 'write',
  createLeads: 'write',
  createContendedLeads: 'write',
  rememberLeadAnswer: 'write',
  createWorkItem: 'write',
  patchWorkItem: 'write',
  removeWorkItem: 'write',
  bringBackWorkItem: 'write',
  endEarlierLeases: 'write',
  claimJobs: 'write',
  renewJobs: 'write',
  retryJobs: 'write',
  releaseJobs: 'write',
  settlePhotos: 'write',
  beginAsset: 'write',
  condemnAssets: 'write',
  forgetAssets: 'write',
  numberWaitingEvents: 'write',
  numberForgottenEvents: 'write',
  createWebhook: 'write',
  updateWebhook: 'write',
  deleteWebhook: 'write',
  rotateWebhookSecret: 'write',
  replayDelivery: 'write',
  replaySince: 'write',
  settleAttempts: 'write',
  restDelivering: 'write',
  parkJob: 'write',
  endJob: 'write',
  forgetDeliveries: 'write',
  recordPing: 'write',
  recordKeyUses: 'write',
  takeFromRateWindow: 'write',
  sweep: 'write',
  recordRequests: 'write',
  sweepLoggedRequests: 'write',
  createCalendarLink: 'write',
  revokeCalendarLink: 'write',
  refreshStatistics: 'write',
  finishCheckpoint: 'write',
  continueSearchRefresh: 'write',
  indexForgottenCustomers: 'write',
  patchCustomer: 'write',
  archiveCustomer: 'write',
  mergeCustomers: 'write',
  undoCustomerMerge: 'write',
  patchAddress: 'write',
  eraseCustomer: 'write',
  continueErasure: 'write',
  forgetDeleted: 'write',
  beginExport: 'read',
  exportWorkItems: 'read',
  exportRequests: 'read',
  planLeads: 'read',
  listEvents: 'read',
  listWorkItemHistory: 'read',
  listWorkItems: 'read',
  listAddresses: 'read',
  listCustomers: 'read',
  listCustomerMerges: 'read',
  getCustomer: 'read',
  getAddress: 'read',
  getWorkItem: 'read',
  readLeadAnswer: 'read',
  listPhotos: 'read',
  listLoggedRequests: 'read',
  getLoggedRequest: 'read',
  listCalendarLinks: 'read',
  readCalendar: 'read',
  getAsset: 'read',
  findSamePicture: 'read',
  findLooseAssets: 'read',
  listWebhooks: 'read',
  getWebhook: 'read',
  listDeliveries: 'read',
  getDelivery: 'read',
  readNextEvents: 'read',
  readReplayedEvents: 'read',
  readDelivery: 'read',
  readTarget: 'read',
  lookUpApiKey: 'read',
  readApiKeysRevision: 'read',
};

export interface ActionRunner {
  run<N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionOutput<N>>;
  /** Calls that wait for an answer now. */
  waiting(): { reads: number; writes: number };
  close(): Promise<void>;
}
