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
    Kind: { type: 'string', enum: ['a.made', 'a.changed'] },
    Entry: {
      type: 'object',
      required: ['id', 'type'],
      properties: { id: { type: 'string' }, type: { $ref: '#/components/schemas/Kind' } },
    },
    AMadeEvent: {
      type: 'object',
      required: ['id', 'type', 'data'],
      properties: {
        id: { type: 'string' },
        type: { type: 'string', const: 'a.made' },
        data: { anyOf: [{ $ref: '#/components/schemas/Listed' }, { type: 'null' }] },
      },
    },
    AChangedEvent: {
      type: 'object',
      required: ['type'],
      properties: { type: { type: 'string', const: 'a.changed' } },
    },
    Event: {
      oneOf: [
        { $ref: '#/components/schemas/AMadeEvent' },
        { $ref: '#/components/schemas/AChangedEvent' },
      ],
    },
    State: { type: 'string', description: 'How it stands', enum: ['open', 'done'] },
    NewThing: {
      type: 'object',
      properties: {
        state: {
          anyOf: [
            { $ref: '#/components/schemas/State' },
            { type: 'string', const: '' },
            { type: 'null' },
          ],
        },
        email: {
          anyOf: [{ type: 'string' }, { type: 'string', const: '' }, { type: 'null' }],
        },
      },
    },
    WorkItemReceipt: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    WorkItem: {
      type: 'object',
      description: 'Ends */ nothing',
      required: ['id', 'status', 'cost'],
      properties: {
        id: { type: 'string' },
        status: { $ref: '#/components/schemas/State', description: 'The phase' },
        cost: { type: ['integer', 'null'] },
        tags: { type: 'array', items: { $ref: '#/components/schemas/State' } },
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
      schema: {
        anyOf: [
          { type: 'array', items: { $ref: '#/components/schemas/State' } },
          { type: 'string', pattern: 'open|done' },
        ],
      },
    },
    { in: 'path', name: 'id', description: 'Id', schema: { type: 'string' } },
  ];
  const operation = { operationId: 'listThings', summary: 'List things', parameters: query };
  const made = sdkTypes({ components: { schemas }, paths: { '/things': { get: operation } } });
  const expected = [
    "/** How it stands */\nexport type State =\n  | 'open'\n  | 'done';",
    'export interface ErrorBody {\n  message?: string | string[] | undefined;\n}',
    'export type EventRecord =\n  | AMadeEvent\n  | AChangedEvent;',
    "export interface AMadeEvent extends Entry {\n  type: 'a.made';\n  data: Listed | null;\n}",
    "  state?: State | '' | null | undefined;\n  email?: string | null | undefined;\n",
    '/** Ends *\\/ nothing */\nexport interface WorkItem {\n  id: string;\n  /** The phase */\n  status: State;',
    '  cost: number | null;\n',
    '  tags?: State[] | undefined;\n',
    'export interface Listed {\n  id: string;\n  error: ErrorBody | null;\n  headers?: Record<string, string> | undefined;\n}',
    'export interface ListedThing {\n  name: string;\n}',
    '/** List things */\nexport interface ListThingsQuery {\n  /** Since then */\n  since?: string | Date | undefined;',
    '  status?: State | readonly State[] | undefined;\n}',
  ];
  for (const piece of expected) assert.ok(made.includes(piece), `${piece}\n\nis not in\n\n${made}`);
  assert.doesNotMatch(made, /Page/);
});
