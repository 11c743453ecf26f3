// The actions that can be run by name, and what each costs.
import type * as actions from './actions.ts';

export type Actions = typeof actions;
export type ActionName = keyof typeof actionKinds;

/**
 * `look-up` reads a few records by id, `list` a page in index order, and `search` may scan many of
 * a brand's records. `write` changes records, `count` only a counter.
 */
export type ActionKind = 'look-up' | 'list' | 'search' | 'write' | 'count';

/** Every action that can be run by name. */
export const actionKinds = {
  // A new installation.
  prepareTables: 'write',
  isNewInstallation: 'look-up',
  makeFirstBrand: 'write',
  readCursorKey: 'look-up',

  // Leads.
  createLeads: 'write',
  createContendedLeads: 'write',
  planLeads: 'search',
  findKnownCustomers: 'look-up',
  claimLeadBatch: 'write',
  endLeadBatch: 'write',
  rememberLeadAnswer: 'write',
  readLeadAnswer: 'look-up',
  measureAnswers: 'search',
  getSubmission: 'look-up',

  // Channels and intakes.
  createChannel: 'write',
  listChannels: 'look-up',
  getChannel: 'look-up',
  changeChannel: 'write',
  renewChannelAddress: 'write',
  removeChannel: 'write',
  findOpenChannel: 'look-up',
  readOpenChannel: 'look-up',
  claimMailboxes: 'write',
  renewMailboxLease: 'write',
  endMailboxPoll: 'write',
  readFigures: 'search',
  countTray: 'search',
  listDoubtfulLeads: 'list',
  settleDoubt: 'write',
  tellCustomersApart: 'write',
  forgetDistinctCustomers: 'write',
  keepIntake: 'write',
  findAcceptedIntake: 'look-up',
  findMail: 'look-up',
  addMailToLead: 'write',
  acceptMailReply: 'write',
  acceptSeveral: 'write',
  listIntakes: 'list',
  getIntake: 'look-up',
  discardIntake: 'write',
  restoreIntake: 'write',
  readIntakeFile: 'look-up',
  rerunIntakes: 'write',

  // Work items.
  createCustomer: 'write',
  createWorkItem: 'write',
  patchWorkItem: 'write',
  removeWorkItem: 'write',
  bringBackWorkItem: 'write',
  listNotes: 'look-up',
  addNote: 'write',
  editNote: 'write',
  findUnknownAssignees: 'look-up',
  unassignNext: 'write',
  tellFollowUpDue: 'write',
  getWorkItem: 'look-up',
  readWorkReport: 'look-up',
  listWorkItems: 'list',
  readListToken: 'look-up',
  countStatuses: 'search',

  // Customers and addresses.
  patchCustomer: 'write',
  archiveCustomer: 'write',
  getCustomer: 'look-up',
  listCustomers: 'list',
  listDuplicates: 'search',
  mergeCustomers: 'write',
  undoCustomerMerge: 'write',
  listCustomerMerges: 'list',
  addAddressToWorkItem: 'write',
  addAddressToCustomer: 'write',
  patchAddress: 'write',
  getAddress: 'look-up',
  listAddresses: 'list',

  // Personal data.
  beginExport: 'search',
  exportWorkItems: 'search',
  exportUncreatedLeads: 'search',
  eraseCustomer: 'write',
  continueErasure: 'write',
  findMentionsToErase: 'search',
  purgeDeleted: 'write',

  // Photos.
  addPhotos: 'write',
  readAddedPhotos: 'look-up',
  settlePhotos: 'write',
  listPhotos: 'look-up',
  beginAsset: 'write',
  abandonAsset: 'write',
  getAsset: 'look-up',
  findSamePicture: 'look-up',
  findOrphanedAssets: 'search',
  markAssetsForDeletion: 'write',
  purgeAssets: 'write',
  measureAssets: 'search',
  correctTotals: 'write',

  // Imports and exports of tables.
  beginImport: 'write',
  continueImport: 'write',
  undoImport: 'write',
  sweepImports: 'write',
  continueUndo: 'write',
  listImports: 'look-up',
  getImport: 'look-up',
  exportTable: 'search',

  // Events.
  numberWaitingEvents: 'write',
  numberOrphanedEvents: 'write',
  listEvents: 'list',
  listWorkItemHistory: 'look-up',
  readFeed: 'look-up',
  readFeedEnd: 'look-up',

  // Webhooks.
  createWebhook: 'write',
  updateWebhook: 'write',
  rotateWebhookSecret: 'write',
  deleteWebhook: 'write',
  listWebhooks: 'look-up',
  getWebhook: 'look-up',
  listDeliveries: 'list',
  getDelivery: 'look-up',
  replayDelivery: 'write',
  replaySince: 'write',
  recordPing: 'write',
  readTarget: 'look-up',
  readNextEvents: 'look-up',
  readReplayedEvents: 'look-up',
  readDelivery: 'look-up',
  settleAttempts: 'write',
  restDelivering: 'write',
  parkJob: 'write',
  endJob: 'write',
  endRetry: 'write',
  purgeDeliveries: 'write',

  // Notifications.
  readPushPublicKey: 'look-up',
  readNotifications: 'look-up',
  patchNotifications: 'write',
  addPushSubscription: 'write',
  removePushSubscription: 'write',
  tellMembers: 'write',
  remindUnanswered: 'write',
  readPush: 'look-up',
  readNoticeMail: 'look-up',
  dropPushSubscription: 'write',

  // Jobs.
  claimJobs: 'write',
  renewJobs: 'write',
  retryJobs: 'write',
  releaseJobs: 'write',
  endEarlierLeases: 'write',
  replanEarlyJobs: 'write',

  // Keys and rates.
  lookUpApiKey: 'look-up',
  getCurrentApiKey: 'look-up',
  readApiKeysRevision: 'look-up',
  recordKeyUses: 'write',
  takeFromRateWindow: 'count',
  giveBackToRateWindow: 'count',
  createBrandKey: 'write',
  listBrandKeys: 'look-up',
  rotateBrandKey: 'write',
  revokeBrandKey: 'write',

  // The request log.
  recordRequests: 'write',
  listLoggedRequests: 'list',
  getLoggedRequest: 'look-up',
  measureRefusedLeads: 'search',
  dropRefusedLeads: 'write',
  findRequestLogEdges: 'search',
  sweepLoggedRequests: 'write',
  sweepIntakes: 'write',
  sweepMailMessages: 'write',

  // A brand and its members.
  readBrand: 'look-up',
  patchBrand: 'write',
  listMembers: 'look-up',
  listPeople: 'look-up',
  listLeftBehind: 'look-up',
  changeRole: 'write',
  removeMember: 'write',
  inviteMember: 'write',
  listInvitations: 'look-up',
  withdrawInvitation: 'write',

  // People who sign in.
  findSignIn: 'look-up',
  signIn: 'write',
  readProfile: 'look-up',
  patchAccount: 'write',
  changePassword: 'write',
  makeMailedPasswordLink: 'write',
  revokeAccountLink: 'write',
  readAccountLink: 'look-up',
  useAccountLink: 'write',
  lookUpSession: 'look-up',
  hasSessionAt: 'look-up',
  recordSessionUses: 'write',
  readSessionsRevision: 'look-up',
  listSessions: 'look-up',
  endSession: 'write',
  endOtherSessions: 'write',
  switchBrand: 'write',
  keepChallenge: 'write',
  takeChallenge: 'write',
  addPasskey: 'write',
  findPasskey: 'look-up',
  listPasskeys: 'look-up',
  removePasskey: 'write',
  signInWithPasskey: 'write',

  // Overview and calendar.
  beginOverview: 'search',
  readLeadFacts: 'search',
  countRequestsBetween: 'search',
  readCalendar: 'search',
  createCalendarLink: 'write',
  listCalendarLinks: 'look-up',
  revokeCalendarLink: 'write',

  // Test sides.
  beginEmptying: 'write',
  continueEmptying: 'write',
  findTestSidesToEmpty: 'search',

  // Upkeep.
  sweep: 'write',
  refreshStatistics: 'write',
  probeWrite: 'write',
  finishCheckpoint: 'write',
  continueSearchRefresh: 'write',
  reindexStaleCustomers: 'write',
} as const satisfies Partial<Record<keyof Actions, ActionKind>>;
