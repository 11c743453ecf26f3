// The OpenAPI document, generated from the routes on the first request for it.
import type { FastifyInstance } from 'fastify';
import { typedEvents } from '#contract/event.ts';
import { describeOperation, type Route } from './docs/describe-operation.ts';
import { errorResponses } from './docs/errors.ts';
import { responseHeaders } from './docs/headers.ts';
import { introduction } from './docs/introduction.ts';
import type { OperationDocs } from './docs/operation.ts';
import { requestSchemas } from './docs/request-schemas.ts';
import * as schemas from './docs/schemas.ts';
import { messageParameters, webhooks } from './docs/webhooks.ts';
import { isApi } from './gate/guard-routes.ts';
import { pack, type PackedFile, sendPacked } from './packed-file.ts';

/** Must run before the routes are registered. */
export function describeApi(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string | null },
): void {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ url, method, config, schema }) => {
    if (!isApi(url) || method === 'HEAD') return;
    const docs = schema as OperationDocs | undefined;
    if (!docs?.responses) throw new Error(`route ${url} describes no responses`);
    routes.push({ url, method: String(method), scopes: config?.scope ?? [], docs });
  });

  let document: PackedFile | undefined;
  app.get('/openapi.json', async (request, reply) => {
    document ??= pack(openApiText(publicUrl, routes));
    return sendPacked(request, reply.type('application/json; charset=utf-8'), document);
  });
}

function openApiText(publicUrl: string | null, routes: readonly Route[]): string {
  const text = JSON.stringify(openApiDocument(publicUrl, routes), referToNamed, 2);
  // Patterns have them.
  const visible = text.replaceAll(
    /\p{Cf}/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${visible}\n`;
}

interface NamedSchema {
  $id?: string;
  description?: string;
  default?: unknown;
}

const named = new Map(
  ([...Object.values(schemas), ...Object.values(requestSchemas), ...typedEvents] as NamedSchema[])
    .map((schema) => [schema.$id!, schema] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1)),
);

/** A schema with an `$id` is a component: wherever it is nested, a reference stands in for it. */
function referToNamed(_key: string, value: unknown): unknown {
  const { $id, description, default: byDefault } = Object(value) as NamedSchema;
  if ($id === undefined) return value;
  const isOwn = description !== named.get($id)?.description;
  return {
    $ref: `#/components/schemas/${$id}`,
    ...(isOwn && { description }),
    default: byDefault,
  };
}

const openApiDocument = (publicUrl: string | null, routes: readonly Route[]): object => ({
  openapi: '3.1.1',
  info: {
    title: 'Vakwerk API',
    version: '1',
    summary: 'Leads in, jobs out',
    description: introduction,
    contact: { name: 'Guide and support', url: `${publicUrl ?? ''}/docs/guide` },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [publicUrl === null ? { url: '/', description: 'This server' } : { url: publicUrl }],
  security: [{ apiKey: [] }],
  tags: [
    { name: 'Leads', description: 'Incoming requests for work: create and list them' },
    { name: 'Work items', description: 'Jobs, and any lead or job by id' },
    { name: 'Webhooks', description: 'Endpoints that receive events, and the log of deliveries' },
    { name: 'Events', description: 'Everything that happened, in order and without gaps' },
    { name: 'Customers', description: 'The people and companies the work is for' },
    { name: 'Addresses', description: 'Where the work is done' },
    { name: 'Intakes', description: 'What came in, and what is held or refused' },
    { name: 'Requests', description: 'The request log, and recovery of refused leads' },
    { name: 'Calendar', description: 'Scheduled jobs as a calendar subscription' },
    { name: 'Members', description: 'The people who work for the brand' },
    { name: 'Keys', description: 'What the calling key may do' },
  ],
  paths: pathsOf(routes),
  webhooks,
  components: {
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description:
          'An API key of the brand, created by an owner or the operator. Keys begin with `vk_`, test keys with `vk_test_`.',
      },
    },
    parameters: messageParameters,
    headers: responseHeaders,
    responses: errorResponses,
    schemas: namedSchemas(),
  },
});

function pathsOf(routes: readonly Route[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route) };
  }
  return paths;
}

function namedSchemas(): object {
  const components = [...named].map(([name, schema]) => [name, { ...schema, $id: undefined }]);
  return Object.fromEntries(components);
}
