// The table of contents of everything the service answers.
import { randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Config, gateShareOfWait } from '#server/config.ts';
import { bodyBytesMax } from '#contract/limits.ts';
import type { WebhookWays } from '#core/webhook-url.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { LeadPhotos } from '#jobs/lead-photos.ts';
import type { WebhookPings } from '#jobs/webhook-pings.ts';
import { mailSender } from '#outbound/mail.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import type { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { createGate } from './authenticate.ts';
import { closeConnectionsInOrder } from './close-connections.ts';
import { acceptJsonBodies } from './json-body.ts';
import type { EventStreams } from './event-streams.ts';
import type { KeyRing } from './key-ring.ts';
import { LinkMails } from './link-mails.ts';
import { logRequests } from './log-requests.ts';
import type { Metrics } from './metrics.ts';
import { observeRequests, refusalObserver } from './observe-requests.ts';
import { describeApi } from './open-api.ts';
import { Passwords } from './passwords.ts';
import { limiterMaker } from './rate-limit.ts';
import type { RequestLog } from './request-log.ts';
import { createUnparsedRefusals } from './refuse-unparsed.ts';
import { renderError } from './render-error.ts';
import { replaceNodeRefusals, withoutNodeRefusals } from './replace-node-refusals.ts';
import { addressRoutes } from './routes/addresses.ts';
import { accountRoutes } from './routes/app/account.ts';
import { brandRoutes } from './routes/app/brand.ts';
import { keyRoutes } from './routes/app/keys.ts';
import { linkRoutes } from './routes/app/links.ts';
import { memberRoutes } from './routes/app/members.ts';
import { passkeyRoutes } from './routes/app/passkeys.ts';
import { passwordResetRoutes } from './routes/app/password-reset.ts';
import { boardRoutes } from './routes/app/board.ts';
import { duplicateRoutes } from './routes/app/duplicates.ts';
import { exportRoutes } from './routes/app/exports.ts';
import { importRoutes } from './routes/app/imports.ts';
import { overviewRoutes } from './routes/app/overview.ts';
import { signInRoutes } from './routes/app/sign-in.ts';
import { streamRoutes } from './routes/app/stream.ts';
import { submissionRoutes } from './routes/app/submissions.ts';
import { assetRoutes } from './routes/assets.ts';
import { currentKeyRoutes } from './routes/current-key.ts';
import { customerMergeRoutes } from './routes/customer-merges.ts';
import { customerRoutes } from './routes/customers.ts';
import { calendarRoutes } from './routes/calendar.ts';
import { eventRoutes } from './routes/events.ts';
import { guideRoutes } from './routes/guide.ts';
import { leadBatchRoutes } from './routes/lead-batches.ts';
import { createLeadRoutes } from './routes/leads.ts';
import { newWorkItemRoutes } from './routes/new-work-items.ts';
import { operationsRoutes } from './routes/operations.ts';
import { personalDataRoutes } from './routes/personal-data.ts';
import { referenceRoutes } from './routes/reference.ts';
import { requestRoutes } from './routes/requests.ts';
import { webAppRoutes } from './routes/web-app.ts';
import { workItemChangeRoutes } from './routes/work-item-changes.ts';
import { workItemRoutes } from './routes/work-items.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { guardRoutes } from './guard-routes.ts';
import type { SessionRing } from './session-ring.ts';
import { SignInLimits } from './sign-in-limits.ts';

interface AppParts {
  config: Config;
  runner: ActionRunner;
  intake: LeadIntakeQueue;
  leadPhotos: LeadPhotos;
  pings: WebhookPings;
  store: AssetStore;
  keys: KeyRing;
  sessions: SessionRing;
  streams: EventStreams;
  requestLog: RequestLog;
  metrics: Metrics;
  logger: FastifyBaseLogger;
  isClosing(): boolean;
}

const requestTimeoutMs = 15_000;
const headersTimeoutMs = 10_000;
// Node looks for requests past their time no more often than this; by itself every 30 s.
const timeoutsCheckedEveryMs = 1_000;
const idleSocketTimeoutMs = 75_000;
const socketTimeoutMs = 90_000;
const headerBytesMax = 16 * 1024;
const webAppFolder = join(import.meta.dirname, '..', '..', 'web', 'dist');
// Of the time for closing; the rest is for the database.
const clientsShareOfShutdown = 0.75;

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, runner, intake, leadPhotos, pings, store, keys, sessions, metrics, isClosing } =
    parts;
  const observeRefusal = refusalObserver(parts.logger, metrics);
  const unparsed = createUnparsedRefusals(observeRefusal);
  const app = Fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for each request costs time; our lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUIDv7(),
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: socketTimeoutMs,
    keepAliveTimeout: idleSocketTimeoutMs,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: timeoutsCheckedEveryMs,
      maxHeaderSize: headerBytesMax,
      ...withoutNodeRefusals,
    },
    // A long id is one that does not exist, like any other.
    routerOptions: { maxParamLength: headerBytesMax },
    // Requests under way while the service closes are answered, not turned away.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: unparsed.refuse,
    // Addresses that cannot be decoded.
    frameworkErrors(error, request, reply) {
      renderError(error, request, reply);
      observeRefusal({ requestId: request.id, status: reply.statusCode, code: error.code });
    },
  });
  app.server.maxConnections = config.connectionsMax;
  // Bodies and queries are read by the rules in core, answers are JSON already.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler(renderError);
  acceptJsonBodies(app);
  observeRequests(app, metrics);
  logRequests(app, parts.requestLog);
  // First of all: they would not end by themselves.
  app.addHook('preClose', async () => parts.streams.close());
  closeConnectionsInOrder(app, {
    isClosing,
    cutOffAfterMs: config.shutdownWaitMs * clientsShareOfShutdown,
  });
  const { publicUrl } = config;
  const limiter = limiterMaker(
    config.databaseUrl === null
      ? null
      : { runner, waitMsMax: config.databaseWaitMs * gateShareOfWait },
  );
  const requestsPerMinute = config.rateLimitPerMinute;
  const gate = createGate({ keys, sessions, requestsPerMinute, publicUrl, limiter });
  const guard = guardRoutes(app, gate);
  replaceNodeRefusals(app);
  unparsed.refuseTunnels(app);

  await describeApi(app, config.publicUrl); //      GET  /openapi.json
  createLeadRoutes(app, intake, leadPhotos); //     POST /v1/api/leads
  leadBatchRoutes(app, { intake, runner }); //      POST /v1/api/leads/batch
  newWorkItemRoutes(app, runner); //                POST /v1/api/work-items
  workItemChangeRoutes(app, runner); //             PATCH, DELETE /v1/api/work-items/{id}, POST …/{id}/restore
  eventRoutes(app, runner, config.publicUrl); //    GET  /v1/api/events, /v1/api/work-items/{id}/history
  workItemRoutes(app, runner, config.publicUrl); // GET  /v1/api/leads, /v1/api/work-items, …/{id}, …/{id}/photos
  assetRoutes(app, runner, store); //               GET  /v1/api/assets/{id}
  customerRoutes(app, runner, config.publicUrl); // GET  /v1/api/customers, GET, PATCH …/{id}, POST …/{id}/archive, …/{id}/unarchive
  customerMergeRoutes(app, runner, config.publicUrl); // POST /v1/api/customers/{id}/merge, GET …/{id}/merges, POST …/{id}/merges/{mergeId}/undo
  personalDataRoutes(app, runner); //               GET  /v1/api/customers/{id}/export, DELETE …/{id}?erase=true
  addressRoutes(app, runner, config.publicUrl); //  GET  /v1/api/address, GET, PATCH …/{id}
  requestRoutes(app, { runner, intake, leadPhotos, publicUrl: config.publicUrl }); // GET /v1/api/requests, …/{id}, POST …/{id}/rescue
  calendarRoutes(app, { runner, gate, publicUrl: config.publicUrl }); // POST, GET /v1/api/calendar-links, DELETE …/{id}, GET /v1/calendar/{token}.ics
  webhookRoutes(app, { runner, pings, ways: waysOfWebhooks(config) }); // POST, GET /v1/api/webhooks, GET, PATCH, DELETE …/{id}, POST …/{id}/rotate-secret, …/{id}/ping
  webhookDeliveryRoutes(app, runner, config.publicUrl); // GET …/{id}/deliveries, …/{deliveryId}, POST …/{deliveryId}/replay, …/{id}/replay
  currentKeyRoutes(app, runner); //                 GET  /v1/api/key
  const entry = { runner, sessions, passwords: new Passwords(), limits: new SignInLimits(limiter) };
  signInRoutes(app, { ...entry, gate }); //         POST /v1/app/sign-in, …/sign-out, GET …/session, POST …/session/brand
  linkRoutes(app, { ...entry, gate }); //           GET, POST /v1/app/links/{token}
  const mails = new LinkMails({
    runner,
    send: config.mail && mailSender(config.mail),
    publicUrl,
    logger: parts.logger,
  });
  app.addHook('onClose', () => mails.close());
  passkeyRoutes(app, { ...entry, publicUrl }); //   GET, POST /v1/app/passkeys, POST …/options, DELETE …/{id}, POST /v1/app/sign-in/passkey, …/options
  passwordResetRoutes(app, { ...entry, mails }); // POST /v1/app/password-reset
  memberRoutes(app, { ...entry, mails, publicUrl }); // GET /v1/app/people, GET, PATCH, DELETE …/members, GET, POST, DELETE …/invitations
  brandRoutes(app, { ...entry, keys }); //          GET, PATCH /v1/app/brand
  keyRoutes(app, { runner, keys }); //              GET, POST /v1/app/keys, DELETE …/{id}, POST …/{id}/rotate
  accountRoutes(app, entry); //                     PATCH /v1/app/account, POST …/password, GET, DELETE …/sessions, DELETE …/sessions/{id}
  webAppRoutes(app, webAppFolder); //               GET  / and the pages of the web app
  streamRoutes(app, parts.streams); //              GET  /v1/app/stream
  boardRoutes(app, runner); //                      GET  /v1/app/board
  submissionRoutes(app, runner); //                 GET  /v1/app/work-items/{id}/submission
  duplicateRoutes(app, runner); //                  GET  /v1/app/duplicates
  overviewRoutes(app, runner); //                   GET  /v1/app/overview
  importRoutes(app, runner); //                     POST, GET /v1/app/imports, GET …/{id}, POST …/{id}/undo
  exportRoutes(app, runner); //                     GET  /v1/app/export/leads.csv, …/jobs.csv, …/customers.csv
  referenceRoutes(app); //                          GET  /docs
  guideRoutes(app, config.publicUrl); //            GET  /docs/guide
  operationsRoutes(app, { runner, metrics, metricsToken: config.metricsToken, isClosing });

  guard.refuseOtherMethods();
  return app;
}

function waysOfWebhooks({ webhookTrustedNetworks, webhookPorts }: Config): WebhookWays {
  return { trustedNetworks: webhookTrustedNetworks, ports: webhookPorts };
}
