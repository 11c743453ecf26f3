// The rules for changing a work item.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { priorities, statuses, type Status } from '#contract/work-item-lists.ts';
import { systemAuthor } from '#core/author.ts';
import { changeWorkItem, type PlannedPatch } from '#core/work-items/change-work-item.ts';
import { presentWorkItem } from '#core/present.ts';
import type { WorkItemRecord } from '#core/records.ts';
import { movesFrom, phaseOf } from '#contract/work-item-moves.ts';
import { arrows, lifeCycleDrawing } from '../../scripts/life-cycle-drawing.ts';
import { root } from '../support/project-files.ts';

const blank: WorkItemRecord = {
  brandId: 'brand',
  id: 'item',
  version: 1,
  customerId: 'customer',
  addressId: null,
  title: 'Tap',
  description: '',
  phase: 'lead',
  status: 'request',
  priorityRank: 1,
  category: null,
  customerSignature: null,
  scheduledStart: null,
  scheduledEnd: null,
  actualStart: null,
  actualEnd: null,
  source: 'web',
  receivedAt: 0,
  customStatusId: null,
  estimatedCost: null,
  finalCost: null,
  budgetQuote: null,
  notes: null,
  completionNotes: null,
  hoursWorked: null,
  materials: null,
  signedBy: null,
  tags: null,
  assigneeId: null,
  followUpAt: null,
  photoCount: null,
  otherContact: null,
  createdAt: 0,
  updatedAt: 0,
  createdBy: null,
  updatedBy: null,
  deletedAt: null,
  archivedAt: null,
};

const someText = fc.constantFrom('a', 'b', 'c');
const someTime = fc.option(fc.integer({ min: 1, max: 5 }));
const patches: fc.Arbitrary<PlannedPatch> = fc.record(
  {
    title: someText,
    description: someText,
    status: fc.constantFrom(...statuses),
    priority: fc.constantFrom(...priorities),
    tags: fc.option(fc.array(someText)),
    notes: fc.option(someText),
    scheduledStart: someTime,
    scheduledEnd: someTime,
    archivedAt: someTime,
    reason: someText,
  },
  { requiredKeys: [] },
);

test('an item’s history reconstructs its first state', () => {
  fc.assert(
    fc.property(fc.array(patches, { maxLength: 12 }), (all) => {
      let item = blank;
      const undo: [string, unknown][] = [];
      for (const [index, patch] of all.entries()) {
        const change = changeWorkItem(item, patch, { author: systemAuthor, now: 100 + index });
        if (!('item' in change)) continue;
        assertSound(item, change.item);
        assert.equal(change.events.length > 0, change.item !== item);
        for (const { changes } of change.events) {
          for (const [field, { before, after }] of Object.entries(changes!)) {
            assert.deepEqual(after, (presentWorkItem(change.item, []) as never)[field]);
            undo.push([field, before]);
          }
        }
        item = change.item;
      }
      const back: Record<string, unknown> = { ...presentWorkItem(item, []) };
      for (const [field, before] of undo.toReversed()) back[field] = before;
      const { updatedAt: _now, ...restored } = back;
      const { updatedAt: _then, ...original } = presentWorkItem(blank, []);
      assert.deepEqual(restored, original);
    }),
    { numRuns: 3_000 },
  );
});

function assertSound(before: WorkItemRecord, after: WorkItemRecord): void {
  assert.equal(after.phase, phaseOf(after.status));
  if (before.phase === 'job') assert.equal(after.phase, 'job');
  if (before.status !== after.status) {
    assert.ok(movesFrom[before.status].includes(after.status));
  }
  if (after.status === 'scheduled') assert.notEqual(after.scheduledStart, null);
  if (after.status === 'completed') assert.notEqual(after.actualEnd, null);
  if (after.scheduledEnd !== null) assert.ok(after.scheduledStart! <= after.scheduledEnd);
}

test('the first move to a job has its own event, later ones do not', () => {
  const types = (from: Status, to: Status) => {
    const item = { ...blank, status: from, phase: phaseOf(from), scheduledStart: 1 };
    const change = changeWorkItem(item, { status: to }, { author: systemAuthor, now: 1 });
    return 'events' in change ? change.events.map(({ type }) => type) : change;
  };
  assert.deepEqual(types('request', 'lost'), ['lead.status_changed']);
  assert.deepEqual(types('request', 'pending'), ['lead.converted']);
  assert.deepEqual(types('pending', 'scheduled'), ['work_item.status_changed']);
});

test('the diagram in the docs shows the actual moves', () => {
  assert.equal(readFileSync(join(root, 'docs/life-cycle.svg'), 'utf8'), lifeCycleDrawing());
  const open = statuses.filter(
    (status) => movesFrom[status].includes('pending') && phaseOf(status) === 'lead',
  );
  const unfold = (place: string) => (place === 'open' ? open : [place as Status]);
  const shown = arrows().flatMap(({ from, to }) =>
    unfold(from).flatMap((one) => unfold(to).map((other) => `${one} ${other}`)),
  );
  const inside = open.flatMap((one) =>
    open.filter((other) => other !== one).map((other) => `${one} ${other}`),
  );
  const moves = statuses.flatMap((from) => movesFrom[from].map((to) => `${from} ${to}`));
  assert.deepEqual([...shown, ...inside].sort(), moves.sort());
});
