// The table of contents of everything the service answers.
import { randomUUIDv7 } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Config, gateShareOfWait } from '#server/config.ts';
import { bodyBytesMax } from '#contract/limits.ts';
import type { WebhookWays } from '#core/webhook-url.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { LeadPhotos } from '#jobs/lead-photos.ts';
import type { WebhookPings } from '#jobs/webhook-pings.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import type { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { createGate } from './authenticate.ts';
import { closeConnectionsInOrder } from './close-connections.ts';
import { acceptJsonBodies } from './json-body.ts';
import type { KeyRing } from './key-ring.ts';
import { logRequests } from './log-requests.ts';
import type { Metrics } from './metrics.ts';
import { observeRequests, refusalObserver } from './observe-requests.ts';
import { describeApi } from './open-api.ts';
import type { RequestLog } from './request-log.ts';
import { createUnparsedRefusals } from './refuse-unparsed.ts';
import { renderError } from './render-error.ts';
import { replaceNodeRefusals, withoutNodeRefusals } from './replace-node-refusals.ts';
import { addressRoutes } from './routes/addresses.ts';
import { assetRoutes } from './routes/assets.ts';
import { customerMergeRoutes } from './routes/customer-merges.ts';
import { customerRoutes } from './routes/customers.ts';
import { calendarRoutes } from './routes/calendar.ts';
import { eventRoutes } from './routes/events.ts';
import { leadBatchRoutes } from './routes/lead-batches.ts';
import { createLeadRoutes } from './routes/leads.ts';
import { newWorkItemRoutes } from './routes/new-work-items.ts';
import { operationsRoutes } from './routes/operations.ts';
import { personalDataRoutes } from './routes/personal-data.ts';
import { referenceRoutes } from './routes/reference.ts';
import { requestRoutes } from './routes/requests.ts';
import { workItemChangeRoutes } from './routes/work-item-changes.ts';
import { workItemRoutes } from './routes/work-items.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { guardRoutes } from './guard-routes.ts';

interface AppParts {
  config: Config;
  runner: ActionRunner;
  intake: LeadIntakeQueue;
  leadPhotos: LeadPhotos;
  pings: WebhookPings;
  store: AssetStore;
  keys: KeyRing;
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
// Of the time for closing; the rest is for the database.
const clientsShareOfShutdown = 0.75;

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, runner, intake, leadPhotos, pings, store, keys, metrics, isClosing } = parts;
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
  closeConnectionsInOrder(app, {
    isClosing,
    cutOffAfterMs: config.shutdownWaitMs * clientsShareOfShutdown,
  });
  const gate = createGate(keys, {
    requestsPerMinute: config.rateLimitPerMinute,
    sharedBy:
      config.databaseUrl === null
        ? null
        : { runner, waitMsMax: config.databaseWaitMs * gateShareOfWait },
  });
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
  referenceRoutes(app); //                          GET  /docs
  operationsRoutes(app, { runner, metrics, metricsToken: config.metricsToken, isClosing });

  guard.refuseOtherMethods();
  return app;
}

function waysOfWebhooks({ webhookTrustedNetworks, webhookPorts }: Config): WebhookWays {
  return { trustedNetworks: webhookTrustedNetworks, ports: webhookPorts };
}
