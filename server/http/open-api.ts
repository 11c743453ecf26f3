// The OpenAPI document, generated from the routes on the first request for it.
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Scope } from '#contract/scopes.ts';
import { describeOperation } from './docs/describe-operation.ts';
import { errorResponses } from './docs/errors.ts';
import { responseHeaders } from './docs/headers.ts';
import { introduction } from './docs/introduction.ts';
import type { OperationDocs } from './docs/operation.ts';
import * as schemas from './docs/schemas.ts';
import { pack, type PackedFile, sendPacked } from './packed-file.ts';

type Document = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;
type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;
type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>;

/** Must run before the routes are registered. */
export async function describeApi(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string | null },
): Promise<void> {
  await app.register(swagger, {
    openapi: documentWithoutPaths(publicUrl) as Document,
    refResolver: { buildLocalReference: (schema, _uri, _fragment, i) => String(schema.$id ?? i) },
    transform: describeRoute,
    transformObject: withBodiesAndResponses,
  });

  app.addHook('onRoute', ({ url, config, schema }) => {
    const isDescribed = schema?.hide || (schema && 'responses' in schema);
    if (config?.scope && !isDescribed) throw new Error(`route ${url} describes no responses`);
  });

  let document: PackedFile | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    document ??= pack(openApiText(app));
    return sendPacked(request, reply.type('application/json; charset=utf-8'), document);
  });
}

export function openApiText(app: FastifyInstance): string {
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}

const documentWithoutPaths = (publicUrl: string | null): object => ({
  openapi: '3.1.1',
  info: {
    title: 'Vakwerk API',
    version: '1',
    summary: 'Leads in, jobs out',
    description: introduction,
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
    { name: 'Requests', description: 'The request log, and recovery of refused leads' },
    { name: 'Calendar', description: 'Scheduled jobs as a calendar subscription' },
    { name: 'Keys', description: 'What the calling key may do' },
  ],
  components: {
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description:
          'An API key of the brand, created by an owner or the operator. Keys begin with `vk_`.',
      },
    },
    headers: responseHeaders,
    responses: errorResponses,
    schemas: { ...schemas },
  },
});

const describeRoute: Transform = ({ schema, url, route }) => {
  const scopes: readonly Scope[] | undefined = route.config?.scope;
  if (schema?.hide || !scopes) return { schema, url };
  const docs = schema as unknown as OperationDocs;
  const method = String(route.method);
  return { schema: describeOperation({ url, method, scopes, docs }), url };
};

const withBodiesAndResponses: TransformObject = (document) => {
  const { components, paths, ...rest } = (document as { openapiObject: DocumentWithPaths })
    .openapiObject;
  for (const path of Object.values(paths)) {
    for (const [method, operation] of Object.entries(path)) {
      const { 'x-request-body': requestBody, 'x-responses': responses, ...described } = operation;
      path[method] = { ...described, requestBody, responses };
    }
  }
  return { ...rest, paths, components };
};

interface DocumentWithPaths {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: object;
}
