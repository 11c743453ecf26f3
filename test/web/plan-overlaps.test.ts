// Which jobs are in each other's way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overlapping } from '../../web/src/parts/plan-overlaps.ts';

const at = (id: string, assigneeId: string | null, hour = '09') => ({
  id,
  assigneeId,
  status: 'scheduled' as const,
  scheduledStart: `2027-03-04T${hour}:00:00Z`,
  scheduledEnd: null,
});
const jobs = [
  at('of nobody', null),
  at('of Piet', 'piet'),
  at('of Olga', 'olga'),
  at('of Piet, later', 'piet', '10'),
];

const cases: [what: string, assigneeId: string | null, isOnePerson: boolean, found: string[]][] = [
  ['the jobs of the same person', 'piet', false, ['of Piet']],
  ['a job of nobody is in nobody’s way', null, false, []],
  ['one person does them all', null, true, ['of nobody', 'of Piet', 'of Olga']],
];

for (const [what, assigneeId, isOnePerson, found] of cases) {
  test(what, () => {
    const at9 = overlapping(jobs, at('new', assigneeId), isOnePerson);
    assert.deepEqual(
      at9.map(({ id }) => id),
      found,
    );
  });
}
