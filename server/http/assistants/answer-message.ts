// Answers one message of the Model Context Protocol. Stateless, so that any server can answer the
// next one; and without a stream, so that each answer is one JSON body.
import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '#contract/scopes.ts';
import { mayDo } from '#core/caller.ts';
import { protocolServer } from '#mcp/protocol-server.ts';
import { toolScopes, toolsFor } from '#mcp/tools.ts';
import { callerOf, lacksScope } from '../gate/authenticate.ts';
import { about } from '#core/reading/field-message.ts';
import { ApiError } from '../refusals/api-error.ts';
import { ownClient } from './own-client.ts';

interface Answer {
  status: number;
  /** JSON; empty when the message needs no answer. */
  body: string;
}

export async function answerMessage(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  message: unknown,
): Promise<Answer> {
  // Batches left the protocol in 2025-06-18: one would be many calls in one request.
  if (Array.isArray(message))
    throw new ApiError(400, [about('body', 'wrong_type', 'must be one JSON-RPC message')]);
  const server = serverFor(app, request);
  const sent = protocolRequest(request, reply);
  const answer = (await isLegacyRequest(sent, message)) ? answerLegacy : answerModern;
  const response = await answer(server, sent, message);
  return { status: response.status, body: await response.text() };
}

/** What the protocol reads of a request, without the key; aborted when the caller disconnects. */
function protocolRequest({ headers }: FastifyRequest, { raw }: FastifyReply): Request {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  const kept = Object.entries(headers).filter(([name]) =>
    /^(accept|content-type|mcp-.*)$/.test(name),
  );
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: kept.map(([name, value]) => [name, String(value)]),
    signal: gone.signal,
  });
}

async function answerModern(
  server: Server,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  // No subscriptions: they are endless streams, and the tools of a key never change.
  const handler = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody });
}

/** For revisions before 2026-07-28; the library's own fallback would open a stream. */
async function answerLegacy(
  server: Server,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  request.signal.addEventListener('abort', () => void server.close());
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

function serverFor(app: FastifyInstance, request: FastifyRequest): Server {
  const caller = callerOf(request);
  const may = (scope: Scope) => mayDo(caller, scope);
  const personalData = !caller.isImpersonal;
  const tools = toolsFor(may, personalData);
  if (tools.length === 0) throw lacksScope(caller, toolScopes);
  return protocolServer({
    tools,
    call: { client: ownClient(app, request), may },
    personalData,
    onFailure: (tool, err) =>
      request.log.error({ requestId: request.id, tool, err }, 'tool failed'),
  });
}
