// Builds the HTTP server: limits, hooks and the parts of the routes.
import { randomFillSync } from 'node:crypto';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { type Config, gateShareOfWait } from '#server/config.ts';
import { bodyBytesMax } from '#contract/limits.ts';
import { CursorSeal } from '#core/requests/cursor.ts';
import { isTrustedProxy } from '#core/requests/proxy-trust.ts';
import type { WebhookNetworkPolicy } from '#core/webhooks/webhook-url.ts';
import { uuidV7Maker } from '#core/uuid-v7.ts';
import { mailSender } from '#outbound/mail.ts';
import { addRoutes, type AppParts } from './add-routes.ts';
import { AccessLimits } from './accounts/access-limits.ts';
import { browserHeaders } from './browser-headers.ts';
import { compressAnswers } from './compress-answers.ts';
import { createGate, knownCaller } from './gate/authenticate.ts';
import { drainConnections } from './close-connections.ts';
import { limitConnections } from './connections.ts';
import { acceptJsonBodies } from './json-body.ts';
import { PostSlots } from './intake-slots.ts';
import { LinkMails } from './accounts/link-mails.ts';
import { logRequests } from './log-requests.ts';
import { observeRequests, refusalObserver } from './observe-requests.ts';
import { PageCache } from './page-cache.ts';
import { Passwords } from './accounts/passwords.ts';
import { limiterMaker } from './gate/rate-limit.ts';
import { requestCalls } from './request-calls.ts';
import { beginInTurns } from './request-turns.ts';
import { createUnparsedRefusals } from './refusals/refuse-unparsed.ts';
import { renderError } from './refusals/render-error.ts';
import { replaceNodeRefusals, withoutNodeRefusals } from './refusals/replace-node-refusals.ts';
import { guardRoutes, hidePersonalData } from './gate/guard-routes.ts';
import { refuseUnroutable } from './gate/refuse-unroutable.ts';

const requestTimeoutMs = 15_000;
const headersTimeoutMs = 10_000;
// How often Node checks for timed-out requests; its default is 30 s.
const timeoutsCheckedEveryMs = 1_000;
const idleSocketTimeoutMs = 75_000;
const socketTimeoutMs = 90_000;
const headerBytesMax = 16 * 1024;
// Of SHUTDOWN_WAIT_MS; the rest is for the database.
const clientsShareOfShutdown = 0.75;

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, keys, sessions, metrics, isClosing } = parts;
  const { trustProxy: proxy } = config;
  const allowCalls = requestCalls(parts.runner, config.databaseWaitMs);
  const observeRefusal = refusalObserver(parts.log.logger, metrics);
  const forBrowsers = browserHeaders(config.publicUrl);
  const unparsed = createUnparsedRefusals(observeRefusal, forBrowsers);
  const makeId = uuidV7Maker(randomFillSync);
  // The request log is read, swept and erased by the timestamp in its ids.
  const newRequestId = () => makeId(parts.clock.now());
  const app = Fastify({
    loggerInstance: parts.log.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request costs time; our log lines carry the request id themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: proxy ? (address, hop) => isTrustedProxy(proxy, address, hop) : false,
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
    // A very long id is a 404, like any other unknown id.
    routerOptions: { maxParamLength: headerBytesMax },
    // Requests in flight during shutdown are answered, not refused.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: unparsed.refuse,
    frameworkErrors(error, request, reply) {
      void reply.headers(forBrowsers);
      // Fastify runs no hooks for a malformed URL.
      allowCalls(request);
      void refuseUnroutable(error, request, reply, { gate, observeRefusal });
    },
  });
  app.decorate('cursorSeal', new CursorSeal(parts.cursorKey));
  const { searchMsMax: msMax, searchRecordsMax: recordsMax } = config;
  app.decorate('searchBounds', { msMax, recordsMax });
  // Rules in core validate bodies and queries; responses are JSON already.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler(renderError);
  acceptJsonBodies(app);
  observeRequests(app, parts, forBrowsers);
  app.addHook('onRequest', (request, _reply, done) => {
    allowCalls(request);
    done();
  });
  limitConnections(app, config, metrics);
  beginInTurns(app, knownCaller(keys, sessions));
  logRequests(app, parts);
  // First: event streams never end by themselves.
  app.addHook('preClose', async () => parts.streams.close());
  drainConnections(app, {
    isClosing,
    cutOffAfterMs: config.shutdownWaitMs * clientsShareOfShutdown,
  });
  const { publicUrl, metricsToken, host } = config;
  const limiter = limiterMaker(
    config.databaseUrl === null
      ? null
      : { runner: parts.runner, waitMsMax: config.databaseWaitMs * gateShareOfWait },
  );
  const requestsPerMinute = config.rateLimitPerMinute;
  const gate = createGate({ keys, sessions, requestsPerMinute, publicUrl, limiter });
  guardRoutes(app, gate, headerBytesMax);
  hidePersonalData(app);
  compressAnswers(app);
  replaceNodeRefusals(app);
  unparsed.refuseTunnels(app);
  const send = config.mail && mailSender(config.mail);
  const mails = new LinkMails({
    runner: parts.runner,
    send,
    publicUrl,
    logger: parts.log.logger,
  });
  app.addHook('onClose', () => mails.close());
  addRoutes(app, {
    ...parts,
    pages: new PageCache({
      // Requests share a token look-up, so it has a timeout of its own.
      runner: parts.runner,
      tagKey: parts.cursorKey,
      waitMsMax: config.databaseWaitMs,
    }),
    publicUrl,
    gate,
    passwords: new Passwords(),
    limits: new AccessLimits(limiter),
    mails,
    slots: new PostSlots(),
    networkPolicy: webhookNetworkPolicy(config),
    metricsToken,
    mailDomain: config.mailIn?.domain ?? null,
    host,
  });
  return app;
}

function webhookNetworkPolicy({
  webhookTrustedNetworks,
  webhookPorts,
}: Config): WebhookNetworkPolicy {
  return { trustedNetworks: webhookTrustedNetworks, ports: webhookPorts };
}
