// The settings page and the program name the same settings and defaults.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#server/config.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/settings.md'), 'utf8');
const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` \| (?:`([^`]+)`|none) \| .+ \|$/gm)].map(
  ([, name, byDefault]) => ({ name: name!, byDefault }),
);

test('the table has exactly the program’s settings', () => {
  const asked = new Set<string>();
  const watched = new Proxy({} as NodeJS.ProcessEnv, {
    get(_, name) {
      asked.add(String(name));
    },
  });
  readConfig(watched);
  assert.deepEqual(rows.map(({ name }) => name).sort(), [...asked].sort());
});

test('giving a setting its default changes nothing', () => {
  for (const { name, byDefault } of rows) {
    if (byDefault === undefined) continue;
    assert.deepEqual(readConfig({ [name]: byDefault }), readConfig({}), name);
  }
});
