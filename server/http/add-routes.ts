// The table of contents: every route of the service.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { WebhookNetworkPolicy } from '#core/webhooks/webhook-url.ts';
import type { LeadPhotos } from '#jobs/lead-photos.ts';
import type { WebhookPings } from '#jobs/webhook-pings.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import type { ReportMaker } from '#reports/report-maker.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import type { Config } from '#server/config.ts';
import type { AccessLimits } from './accounts/access-limits.ts';
import type { LinkMails } from './accounts/link-mails.ts';
import type { Passwords } from './accounts/passwords.ts';
import type { AnswerQuota } from './answer-quota.ts';
import type { Gate } from './gate/authenticate.ts';
import type { KeyRing } from './gate/key-ring.ts';
import type { SessionRing } from './gate/session-ring.ts';
import type { PostSlots } from './intake-slots.ts';
import type { EventStreams } from './live/event-streams.ts';
import type { Metrics } from './metrics.ts';
import type { RequestLines } from './observe-requests.ts';
import type { PageCache } from './page-cache.ts';
import type { RefusedLeads } from './refused-leads.ts';
import type { RequestLog } from './request-log.ts';
import { describeApi } from './open-api.ts';
import { addressRoutes } from './routes/addresses.ts';
import { accountRoutes } from './routes/app/account.ts';
import { newAddressRoutes } from './routes/app/addresses.ts';
import { brandRoutes } from './routes/app/brand.ts';
import { keyRoutes } from './routes/app/keys.ts';
import { linkRoutes } from './routes/app/links.ts';
import { memberRoutes } from './routes/app/members.ts';
import { customerMailRoutes } from './routes/app/customer-mails.ts';
import { notificationRoutes } from './routes/app/notifications.ts';
import { passkeyRoutes } from './routes/app/passkeys.ts';
import { newCustomerRoutes } from './routes/app/customers.ts';
import { passwordResetRoutes } from './routes/app/password-reset.ts';
import { boardRoutes } from './routes/app/board.ts';
import { duplicateRoutes } from './routes/app/duplicates.ts';
import { exportRoutes } from './routes/app/exports.ts';
import { importRoutes } from './routes/app/imports.ts';
import { overviewRoutes } from './routes/app/overview.ts';
import { signInRoutes } from './routes/app/sign-in.ts';
import { channelRoutes } from './routes/app/channels.ts';
import { streamRoutes } from './routes/app/stream.ts';
import { trayRoutes } from './routes/app/tray.ts';
import { assetRoutes } from './routes/assets.ts';
import { clientPackageRoutes } from './routes/client-package.ts';
import { currentKeyRoutes } from './routes/current-key.ts';
import { customerMergeRoutes } from './routes/customer-merges.ts';
import { customerRoutes } from './routes/customers.ts';
import { brandMemberRoutes } from './routes/brand-members.ts';
import { calendarRoutes } from './routes/calendar.ts';
import { eventRoutes } from './routes/events.ts';
import { formPageRoutes } from './routes/form-pages.ts';
import { formRoutes } from './routes/forms.ts';
import { guideRoutes } from './routes/guide.ts';
import { hookRoutes } from './routes/hooks.ts';
import { intakeRoutes } from './routes/intakes.ts';
import { leadBatchRoutes } from './routes/lead-batches.ts';
import { leadRoutes } from './routes/leads.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { newPhotoRoutes } from './routes/new-photos.ts';
import { newWorkItemRoutes } from './routes/new-work-items.ts';
import { operationsRoutes } from './routes/operations.ts';
import { personalDataRoutes } from './routes/personal-data.ts';
import { referenceRoutes } from './routes/reference.ts';
import { requestRoutes } from './routes/requests.ts';
import { webAppRoutes } from './routes/web-app.ts';
import { workItemChangeRoutes } from './routes/work-item-changes.ts';
import { workItemNoteRoutes } from './routes/work-item-notes.ts';
import { workReportRoutes } from './routes/work-reports.ts';
import { workItemRoutes } from './routes/work-items.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookRoutes } from './routes/webhooks.ts';

export interface AppParts {
  config: Config;
  runner: ActionRunner;
  intake: LeadIntakeQueue;
  leadPhotos: LeadPhotos;
  pings: WebhookPings;
  store: AssetStore;
  reports: ReportMaker;
  keys: KeyRing;
  sessions: SessionRing;
  streams: EventStreams;
  requestLog: RequestLog;
  refusedLeads: RefusedLeads;
  cursorKey: string;
  /** To which browsers subscribe for notifications. */
  pushPublicKey: string;
  clock: { now(): number };
  answers: AnswerQuota;
  metrics: Metrics;
  writes: { isWritable(): Promise<boolean> };
  log: RequestLines & { logger: FastifyBaseLogger };
  isClosing(): boolean;
}

/** Each route takes the parts it needs. */
interface RouteParts extends AppParts {
  publicUrl: string | null;
  pages: PageCache;
  gate: Gate;
  passwords: Passwords;
  limits: AccessLimits;
  mails: LinkMails;
  /** For posts of forms and hooks. */
  slots: PostSlots;
  networkPolicy: WebhookNetworkPolicy;
  metricsToken: string | null;
  /** The part of channels' mail addresses behind the @. */
  mailDomain: string | null;
  host: string;
}

export function addRoutes(app: FastifyInstance, parts: RouteParts): void {
  // First: it documents the routes added after it.
  describeApi(app, parts); //               GET  /openapi.json

  // For integrators, and for signed-in members.
  leadRoutes(app, parts); //                POST /v1/api/leads
  leadBatchRoutes(app, parts); //           POST /v1/api/leads/batch
  newWorkItemRoutes(app, parts); //         POST /v1/api/work-items
  workItemNoteRoutes(app); //               GET, POST /v1/api/work-items/{id}/notes, PATCH …/notes/{noteId}
  workItemChangeRoutes(app); //             PATCH, DELETE /v1/api/work-items/{id}, POST …/{id}/restore
  newPhotoRoutes(app, parts); //            POST /v1/api/work-items/{id}/photos, DELETE …/photos/{assetId}
  eventRoutes(app, parts); //               GET  /v1/api/events, /v1/api/work-items/{id}/history
  workItemRoutes(app, parts); //            GET  /v1/api/leads, /v1/api/work-items, …/{id} of both, …/{id}/photos, …/{id}/submission
  workReportRoutes(app, parts); //          GET  /v1/api/work-items/{id}/report, POST …/report/mail
  assetRoutes(app, parts); //               GET  /v1/api/assets/{id}
  customerRoutes(app, parts); //            GET  /v1/api/customers, GET, PATCH …/{id}, POST …/{id}/archive, …/{id}/unarchive
  customerMergeRoutes(app, parts); //       POST /v1/api/customers/{id}/merge, GET …/{id}/merges, POST …/{id}/merges/{mergeId}/undo
  personalDataRoutes(app); //               GET  /v1/api/customers/{id}/export, DELETE …/{id}?erase=true
  addressRoutes(app, parts); //             GET  /v1/api/address, GET, PATCH …/{id}
  requestRoutes(app, parts); //             GET  /v1/api/requests, …/{id}, POST …/{id}/rescue
  intakeRoutes(app, parts); //              GET  /v1/api/intakes, …/{id}, POST …/{id}/accept, …/{id}/discard, …/{id}/restore
  brandMemberRoutes(app); //                GET /v1/api/members
  calendarRoutes(app, parts); //            POST, GET /v1/api/calendar-links, DELETE …/{id}, GET /v1/calendar/{token}.ics
  webhookRoutes(app, parts); //             POST, GET /v1/api/webhooks, GET, PATCH, DELETE …/{id}, POST …/{id}/rotate-secret, …/{id}/ping
  webhookDeliveryRoutes(app, parts); //     GET  /v1/api/webhooks/{id}/deliveries, …/{deliveryId}, POST …/{deliveryId}/replay, …/{id}/replay
  currentKeyRoutes(app); //                 GET  /v1/api/key

  // For websites and programs without a key.
  formRoutes(app, parts); //                POST /f/{id}, GET /f/{id}/challenge
  formPageRoutes(app, parts); //            GET  /f/{id}, …/{id}/thanks, …/{id}/form.json
  hookRoutes(app, parts); //                POST /in/{token}

  // For assistants.
  mcpRoutes(app); //                        POST /mcp

  // The web app's own API, for members only.
  signInRoutes(app, parts); //              POST /v1/app/sign-in, …/sign-out, GET …/session, POST …/session/brand
  linkRoutes(app, parts); //                GET, POST /v1/app/links/{token}
  passkeyRoutes(app, parts); //             GET, POST /v1/app/passkeys, POST …/options, DELETE …/{id}, POST /v1/app/sign-in/passkey, …/options
  passwordResetRoutes(app, parts); //       GET, POST /v1/app/password-reset
  accountRoutes(app, parts); //             PATCH /v1/app/account, POST …/password, GET, DELETE /v1/app/sessions, DELETE …/{id}
  customerMailRoutes(app, parts); //        GET, PATCH /v1/app/customer-mails
  notificationRoutes(app, parts); //        GET, PATCH /v1/app/notifications, POST, DELETE /v1/app/push-subscriptions
  memberRoutes(app, parts); //              GET  /v1/app/people, GET, PATCH, DELETE …/members, GET …/{id}/left-behind, POST …/{id}/remove, GET, POST, DELETE …/invitations
  brandRoutes(app, parts); //               GET, PATCH /v1/app/brand, POST /v1/app/test-side/empty
  keyRoutes(app, parts); //                 GET, POST /v1/app/keys, DELETE …/{id}, POST …/{id}/rotate
  channelRoutes(app, parts); //             GET, POST /v1/app/channels, POST …/preview, GET, PATCH, DELETE …/{id}, POST …/{id}/new-address, …/{id}/rerun
  trayRoutes(app, parts); //                GET  /v1/app/tray, …/doubtful-leads, POST …/{id}/settle, POST /v1/app/duplicates/distinct, …/not-distinct
  streamRoutes(app, parts); //              GET  /v1/app/stream
  boardRoutes(app); //                      GET  /v1/app/board
  newCustomerRoutes(app); //                POST /v1/app/customers
  newAddressRoutes(app); //                 POST /v1/app/work-items/{id}/address, /v1/app/customers/{id}/address
  duplicateRoutes(app); //                  GET  /v1/app/duplicates
  overviewRoutes(app); //                   GET  /v1/app/overview
  importRoutes(app, parts); //              POST, GET /v1/app/imports, GET …/{id}, POST …/{id}/undo
  exportRoutes(app); //                     GET  /v1/app/export/leads.csv, …/jobs.csv, …/customers.csv

  // Pages.
  webAppRoutes(app); //                     GET  /, the pages of the web app, and its files
  referenceRoutes(app); //                  GET  /docs
  guideRoutes(app, parts); //               GET  /docs/guide
  clientPackageRoutes(app); //              GET  /docs/client.tgz

  // For operators and their machines.
  operationsRoutes(app, parts); //          GET  /healthz, /readyz, /metrics
}
