// The client's types equal those of the contract.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openApiFile, sdkTypes, sdkTypesFile } from '../../scripts/write-sdk-types.ts';

test('equal those generated from openapi.json', () => {
  const made = sdkTypes(JSON.parse(readFileSync(openApiFile, 'utf8')));
  const isSame = readFileSync(sdkTypesFile, 'utf8') === made;
  assert.ok(isSame, 'sdk/src/types.ts is not what openapi.json says: run npm run sdk:types');
});

test('each kind of schema becomes its type', () => {
  const schemas = {
    Error: {
      type: 'object',
      properties: { message: { type: ['string', 'array'], items: { type: 'string' } } },
    },
    Event: {
      type: 'object',
      properties: { type: { type: 'string', enum: ['a.made', 'a.changed'] } },
    },
    WebhookDelivery: {
      type: 'object',
      properties: { eventType: { type: 'string', enum: ['x', 'ping'] } },
    },
    Photo: {
      type: 'object',
      properties: { error: { type: ['string', 'null'], enum: ['late', null] } },
    },
    WorkItem: {
      type: 'object',
      description: 'Ends */ nothing',
      required: ['id', 'status', 'priority', 'source', 'cost'],
      properties: {
        id: { type: 'string' },
        status: { type: 'string', enum: ['open', 'done'] },
        priority: { type: 'string', enum: ['low', 'high'] },
        source: { type: 'string', enum: ['web', 'phone'] },
        cost: { type: ['integer', 'null'] },
        tags: { type: 'array', items: { type: 'string', enum: ['one', 'two'] } },
      },
    },
    Listed: {
      type: 'object',
      required: ['id', 'error'],
      properties: {
        id: { type: 'string' },
        error: { anyOf: [{ $ref: '#/components/schemas/Error' }, { type: 'null' }] },
        headers: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
    ListedPage: {
      type: 'object',
      properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Listed' } } },
    },
    ThingPage: {
      type: 'object',
      properties: {
        data: {
          type: 'array',
          items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        },
      },
    },
  };
  const query = [
    {
      in: 'query',
      name: 'since',
      description: 'Since then',
      schema: { type: 'string', format: 'date-time' },
    },
    {
      in: 'query',
      name: 'status',
      description: 'Of these',
      schema: { type: 'array', items: { type: 'string', enum: ['open', 'done'] } },
    },
    { in: 'path', name: 'id', description: 'Id', schema: { type: 'string' } },
  ];
  const operation = { operationId: 'listThings', summary: 'List things', parameters: query };
  const made = sdkTypes({ components: { schemas }, paths: { '/things': { get: operation } } });
  const expected = [
    "export type WorkItemStatus =\n  | 'open'\n  | 'done';",
    'export interface ErrorBody {\n  message?: string | string[] | undefined;\n}',
    'export interface EventRecord {\n  type?: EventType | undefined;\n}',
    'export interface Photo {\n  error?: PhotoError | null | undefined;\n}',
    '/** Ends *\\/ nothing */\nexport interface WorkItem {\n  id: string;\n  status: WorkItemStatus;',
    '  cost: number | null;\n',
    "  tags?: ('one' | 'two')[] | undefined;\n",
    'export interface Listed {\n  id: string;\n  error: ErrorBody | null;\n  headers?: Record<string, string> | undefined;\n}',
    'export interface ListedThing {\n  name: string;\n}',
    '/** List things */\nexport interface ListThingsQuery {\n  /** Since then */\n  since?: string | Date | undefined;',
    '  status?: WorkItemStatus | readonly WorkItemStatus[] | undefined;\n}',
  ];
  for (const piece of expected) assert.ok(made.includes(piece), `${piece}\n\nis not in\n\n${made}`);
  assert.doesNotMatch(made, /Page/);
});
