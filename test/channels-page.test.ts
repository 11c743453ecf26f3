// The pages on channels name what exists: reasons, states, senders, filters, limits and maps.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { IntakeListQuery } from '#contract/intake.ts';
import { heldReasons, intakeSources, intakeStates, portals } from '#contract/intake-lists.ts';
import {
  channelOriginsMax,
  channelsPerBrandMax,
  filesPerIntakeMax,
  formPostsPerMinuteMax,
  heldPerChannelMax,
  heldPostsPerMinuteMax,
  mapPathsMax,
  plainPostBytesMax,
  uploadBytesMax,
} from '#contract/limits.ts';
import { readFieldMap } from '#core/intakes/field-map.ts';
import { root } from './support/project-files.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('docs/channels.md');

/** What stands in backticks in the first column of a section's tables. */
function rowsOf(heading: string): string[] {
  const [, section] = page.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [rows] = section!.split(/^#/m);
  return [...rows!.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  );
}

test('every state, reason and sender has its row', () => {
  assert.deepEqual(rowsOf('What happens to what comes in'), [...intakeStates]);
  assert.deepEqual(rowsOf('Why an intake is held'), [...heldReasons]);
  assert.deepEqual(rowsOf('Senders'), [...portals]);
});

test('the filters are those of the list', () => {
  const [sentence] = /^The filters are [^]*?;/m.exec(page)!;
  const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  const filters = Object.keys(IntakeListQuery.properties).filter(
    (name) => name !== 'limit' && name !== 'cursor',
  );
  assert.deepEqual(named.sort(), [...filters, ...intakeSources].sort());
});

test('the limits are those of the service', () => {
  const [, table] = page.split('## Limits');
  const mb = 1024 * 1024;
  const limits: [name: RegExp, value: string][] = [
    [/channels of a brand/, String(channelsPerBrandMax)],
    [/form post or hook with files/, `${uploadBytesMax / mb} MB`],
    [/form post or hook without files/, `${plainPostBytesMax / mb} MB`],
    [/pictures of one intake/, String(filesPerIntakeMax)],
    [/posts of one address/, `${formPostsPerMinuteMax} a minute`],
    [/refused instead of held/, `${heldPostsPerMinuteMax} a minute`],
    [/held intakes/, heldPerChannelMax.toLocaleString('en')],
    [/paths that one field/, String(mapPathsMax)],
    [/origins of a form/, String(channelOriginsMax)],
  ];
  for (const [name, value] of limits) {
    const row = table!.split('\n').find((line) => name.test(line));
    assert.ok(row?.endsWith(` ${value} |`), `${name}: ${value}, not ${row}`);
  }
});

test('the maps can be saved', () => {
  for (const path of ['docs/channels.md', 'docs/guide/portals.md']) {
    const maps = [...read(path).matchAll(/```json\n([^]*?)```/g)].map(([, text]) => text!);
    assert.notEqual(maps.length, 0, path);
    for (const map of maps) assert.deepEqual(readFieldMap(JSON.parse(map)).messages, undefined);
  }
});
