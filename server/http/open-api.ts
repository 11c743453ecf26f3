// The OpenAPI document. It is made from the routes themselves when somebody first asks for it.
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Scope } from '#contract/scopes.ts';
import { errorResponses } from './docs/errors.ts';
import { responseHeaders } from './docs/headers.ts';
import { introduction } from './docs/introduction.ts';
import type { BodyAndAnswers } from './docs/operation.ts';
import { schemas } from './docs/schemas.ts';
import { pack, type PackedFile, sendPacked } from './packed-file.ts';

type Document = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;
type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;
type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>;

/** To be called before the routes are made. */
export async function describeApi(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string | null },
): Promise<void> {
  await app.register(swagger, {
    openapi: documentWithoutPaths(publicUrl) as Document,
    refResolver: { buildLocalReference: (schema, _uri, _fragment, i) => String(schema.$id ?? i) },
    transform: withScopes,
    transformObject: withBodiesAndAnswers,
  });

  app.addHook('onRoute', ({ url, config, schema }) => {
    const isDescribed = schema?.hide || (schema && 'x-responses' in schema);
    if (config?.scope && !isDescribed) throw new Error(`route ${url} describes no answers`);
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
  servers: [
    publicUrl === null
      ? { url: '/', description: 'The server that this document comes from' }
      : { url: publicUrl },
  ],
  security: [{ apiKey: [] }],
  tags: [
    { name: 'Leads', description: 'Requests for work: create them, and read those still open' },
    { name: 'Work items', description: 'Leads that have become jobs, and single records by id' },
    { name: 'Webhooks', description: 'Where events are sent, and what became of each of them' },
    { name: 'Events', description: 'What happened, in an order that never skips anything' },
    { name: 'Customers', description: 'The people and companies that the work is for' },
    { name: 'Addresses', description: 'The places where work is done' },
    { name: 'Requests', description: 'What was asked, and the rescue of leads that were refused' },
    { name: 'Calendar', description: 'The jobs in the calendar of a phone' },
    { name: 'Keys', description: 'What the key of a caller is good for' },
  ],
  components: {
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description:
          'A key of the brand, made by an owner of the brand or by the operator. Keys begin with `vk_`.',
      },
    },
    headers: responseHeaders,
    responses: errorResponses,
    schemas,
  },
});

// The scopes are taken from where they are enforced.
const withScopes: Transform = ({ schema, url, route }) => {
  const scopes: readonly Scope[] | undefined = route.config?.scope;
  if (schema?.hide || !scopes) return { schema, url };
  const names = scopes.map((scope) => `\`${scope}\``).join(' or ') || 'none, any key will do';
  return {
    schema: {
      ...schema,
      description: `${schema.description}\n\nScope: ${names}`,
      'x-required-scopes': scopes,
    },
    url,
  };
};

const withBodiesAndAnswers: TransformObject = (document) => {
  const { components, paths, ...rest } = (document as { openapiObject: DocumentWithPaths })
    .openapiObject;
  for (const path of Object.values(paths)) {
    for (const [method, operation] of Object.entries(path)) {
      const { 'x-request-body': requestBody, 'x-responses': responses, ...described } = operation;
      path[method] = { ...described, ...(requestBody && { requestBody }), responses };
    }
  }
  return { ...rest, paths, components };
};

interface DocumentWithPaths {
  paths: Record<string, Record<string, Partial<BodyAndAnswers> & Record<string, unknown>>>;
  components: object;
}
