// Tools for one lead or job, which are the same kind of record.
import { Type } from 'typebox';
import { WorkItemStatus } from '#contract/enums.ts';
import { fieldOf } from '#contract/field-types.ts';
import { WorkItemPatch } from '#contract/work-item-patch.ts';
import { movesFrom } from '#contract/work-item-moves.ts';
import {
  ConflictError,
  NotFoundError,
  responseOf,
  type WorkItem,
  type WorkItemReceipt,
} from '../../sdk/src/index.ts';
import { ChangedItem, shown, WholeItem } from './shown.ts';
import { defineTool, reading, textsAreData, type Tool, type ToolCall } from './tool.ts';

const id = Type.String({ minLength: 1, description: 'Identifier of the lead or job' });
// Overwrites earlier values; the history keeps them.
const changing = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };

export const getWorkItem = defineTool({
  name: 'get_work_item',
  title: 'Read one lead or job',
  description:
    'One lead or job by its id, with its customer and address where the key may read them, and with the statuses ' +
    `that it can move to. ${textsAreData}`,
  scopes: ['leads:read', 'work-items:read'],
  input: Type.Object({ id }),
  output: Type.Object({
    ...WholeItem.properties,
    moves: Type.Array(fieldOf(WorkItemStatus, 'A status'), { description: 'Where it can go next' }),
  }),
  annotations: reading,
  async run(input, call) {
    const item = await call.client.workItems.get(input.id, { signal: call.signal });
    const [customer, address] = await Promise.all([customerOf(item, call), addressOf(item, call)]);
    return {
      summary: `Status ${item.status}`,
      data: {
        ...shown({ ...item, ...versionOf(item), customer, address }, WholeItem),
        // A newer service may have statuses that are unknown here.
        moves: movesFrom[item.status] ?? [],
      },
    };
  },
});

/** The number in the ETag, which a proxy may have made weak. */
function versionOf(item: WorkItem | WorkItemReceipt): { version?: number } {
  const digits = /^(?:W\/)?"(\d+)"$/.exec(responseOf(item)?.etag ?? '')?.[1];
  return digits === undefined ? {} : { version: Number(digits) };
}

async function customerOf({ customerId }: WorkItem, { client, may, signal }: ToolCall) {
  if (!may('customers:read')) return null;
  return client.customers.get(customerId, { signal }).catch(nullIfNotFound);
}

async function addressOf({ addressId }: WorkItem, { client, may, signal }: ToolCall) {
  if (addressId === null || !may('addresses:read')) return null;
  return client.addresses.get(addressId, { signal }).catch(nullIfNotFound);
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}

const moves = Object.entries(movesFrom)
  .map(([from, to]) => `${from} → ${to.join(' | ')}`)
  .join('; ');

export const moveWorkItem = defineTool({
  name: 'move_work_item',
  title: 'Move a lead or job to another status',
  description:
    `Gives a lead or job its next status. The moves that are allowed: ${moves}. ` +
    'A lead becomes a job by moving to pending or scheduled, and never goes back. ' +
    'A move that is not allowed changes nothing, and the error names those that are. ' +
    'A field that is null or left out stays as it is; update_work_item empties fields. ' +
    'Move something only when the user wants it.',
  scopes: ['leads:write', 'work-items:write'],
  input: Type.Object({
    id,
    status: fieldOf(WorkItemStatus, 'The new status'),
    reason: Type.Optional({
      ...WorkItemPatch.properties.reason,
      description: 'Why; only with lost and cancelled',
    }),
    scheduledStart: Type.Optional({
      ...WorkItemPatch.properties.scheduledStart,
      description: 'When the work begins, with a time zone; scheduled needs it, here or set before',
    }),
    scheduledEnd: WorkItemPatch.properties.scheduledEnd,
    completionNotes: WorkItemPatch.properties.completionNotes,
    finalCost: WorkItemPatch.properties.finalCost,
    hoursWorked: WorkItemPatch.properties.hoursWorked,
    materials: WorkItemPatch.properties.materials,
  }),
  isNullLeftOut: true,
  output: ChangedItem,
  annotations: changing,
  async run({ id, ...patch }, { client, signal }) {
    const moved = await client.workItems.update(id, patch, { signal });
    const data = shown({ ...moved, ...versionOf(moved) }, ChangedItem);
    return { summary: `Moved to ${moved.status}`, data };
  },
});

export const updateWorkItem = defineTool({
  name: 'update_work_item',
  title: 'Change fields of a lead or job',
  description:
    'Changes only the fields that are sent; null empties a field. The old value is overwritten: ' +
    'read the lead or job first with get_work_item, and send its version. ' +
    'add_note adds to notes; to add to tags, send the old with the new. ' +
    'If somebody changed it since that version, nothing is changed and the error says so. ' +
    'The status is changed by move_work_item. Change something only when the user wants it.',
  scopes: ['leads:write', 'work-items:write'],
  input: Type.Object({
    id,
    version: Type.Integer({
      minimum: 0,
      description: 'The version that get_work_item, or the last change, returned',
    }),
    ...Type.Pick(WorkItemPatch, [
      'title',
      'description',
      'priority',
      'category',
      'tags',
      'notes',
      'assigneeId',
      'followUpAt',
      'scheduledStart',
      'scheduledEnd',
      'estimatedCost',
      'finalCost',
      'budgetQuote',
      'completionNotes',
      'hoursWorked',
      'materials',
    ]).properties,
  }),
  output: ChangedItem,
  annotations: changing,
  async run({ id, version, ...patch }, { client, signal }) {
    // A key that cannot read need not send a version.
    const ifMatch = (version as number | undefined) === undefined ? undefined : `"${version}"`;
    const changed = await client.workItems
      .update(id, patch, { signal, ifMatch })
      .catch((error: unknown) => {
        throw explained(error);
      });
    const fields = Object.keys(patch).join(', ') || 'nothing';
    const data = shown({ ...changed, ...versionOf(changed) }, ChangedItem);
    return { summary: `Changed: ${fields}`, data };
  },
});

/** The same tool for a key that cannot read all that it can change. */
export const updateUnread: Tool = {
  ...updateWorkItem,
  input: Type.Object({
    ...updateWorkItem.input.properties,
    version: Type.Optional(updateWorkItem.input.properties['version']!),
  }),
};

const outdated = 412;

function explained(error: unknown): unknown {
  if (!(error instanceof ConflictError) || error.status !== outdated) return error;
  const { message, status, requestId, messages } = error;
  const advice =
    'Nothing was changed. Call get_work_item, look at what is different now, and call ' +
    'update_work_item again with its version if the change still makes sense.';
  return new ConflictError(`${message}. ${advice}`, { status, requestId, messages });
}
