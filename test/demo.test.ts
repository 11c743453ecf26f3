// `npm run demo`, as a first-time visitor runs it.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Status } from '#contract/work-item-lists.ts';
import { movesFrom } from '#contract/work-item-moves.ts';
import { databaseFileIn } from '#server/data-folder.ts';
import { demoWelcome } from '../demo/demo-welcome.ts';
import { readLeadRows } from '../demo/lead-rows.ts';
import { readDemo } from '../demo/make-demo.ts';
import { planLeads } from '../demo/plan-leads.ts';
import { type Answer, call, createLead } from './support/call.ts';
import { samePage, signedIn } from './support/sign-in.ts';
import { eventually } from './support/within.ts';

const dayMs = 24 * 60 * 60 * 1000;
const weekMs = 7 * dayMs;
const leadsInAll = 120;

const parent = mkdtempSync(join(tmpdir(), 'vakwerk-demo-'));
const folder = join(parent, 'demo');
let demo: RunningDemo;
before(async () => (demo = await startDemo(spawnHere('npm', 'run', '-s', 'demo', '--'))));
after(async () => {
  await demo?.stop();
  rmSync(parent, { recursive: true, force: true });
});

test('it prints that it is a demo, how to sign in and how to remove it', async () => {
  const { output } = demo;
  for (const told of [/This is a demo/, /delete that folder/, /password {2}\S+/]) {
    assert.match(output, told);
  }
  assert.ok(output.includes(`Everything is in ${folder}`), output);
  assert.doesNotMatch(output, /--fresh/);
});

test('120 leads and jobs over ten weeks, with jobs this week', async () => {
  const { leads, jobs } = await readAll(demo);
  const all = [...leads, ...jobs];
  assert.equal(all.length, leadsInAll);
  const received = all.map(({ receivedAt }) => Date.now() - Date.parse(receivedAt));
  assert.ok(Math.min(...received) > 0);
  const oldest = Math.max(...received);
  assert.ok(oldest > 8 * weekMs && oldest < 10 * weekMs, `the first came ${oldest} ms ago`);
  const isNear = ({ scheduledStart }: { scheduledStart: string | null }) =>
    scheduledStart !== null && Math.abs(Date.parse(scheduledStart) - Date.now()) < weekMs;
  const near = jobs.filter(isNear);
  assert.ok(near.length >= 15, `${near.length} jobs within a week of now`);
  const assigneesOf = ({ assigneeId }: { assigneeId: string | null }) => assigneeId ?? [];
  const people = new Set(near.flatMap(assigneesOf));
  assert.ok(people.size > 1, 'jobs of two members');
  for (const name of ['source', 'status', 'category', 'priority'] as const) {
    const values = new Set(all.map((item) => item[name]));
    assert.ok(values.size >= 4, `${name}: ${[...values].join(', ')}`);
  }
});

test('customers return, photos are stored, and some requests were refused', async () => {
  const { leads, jobs } = await readAll(demo);
  const all = [...leads, ...jobs];
  assert.ok(new Set(all.map(({ customerId }) => customerId)).size < leadsInAll);
  assert.ok(all.some(({ notes }) => /was added to the existing customer/.test(notes)));

  const withPhotos = all.filter(({ photos }) => photos?.length > 0);
  assert.ok(withPhotos.length >= 12);
  const photos = withPhotos.flatMap((item) => item.photos);
  assert.deepEqual([...new Set(photos.map(({ status }) => status))], ['stored']);
  const { assetId } = photos[0];
  assert.equal((await demo.get(`/v1/api/assets/${assetId}?size=thumbnail`)).status, 200);

  const refused = (await demo.get('/v1/api/requests?status=400')).body.data;
  assert.ok(refused.length >= 3);
});

test('a form and a portal bring leads, and some wait to be checked', async () => {
  const me = await signIn(demo);
  const channels = (await me.call('/v1/app/channels')).body.data;
  const figures = channels.map(
    ({ type, figures: { leads } }: { type: string; figures: { leads: number } }) => [
      type,
      leads > 0,
    ],
  );
  assert.deepEqual(figures.toSorted(), [
    ['form', true],
    ['hook', true],
  ]);
  const { intakes, doubtful } = (await me.call('/v1/app/tray')).body;
  assert.deepEqual({ intakes, doubtful }, { intakes: 9, doubtful: 1 });
  const states = async (source: string) => {
    const { data } = (await demo.get(`/v1/api/intakes?source=${source}&limit=200`)).body;
    return [...new Set(data.map(({ state }: { state: string }) => state))].toSorted();
  };
  assert.deepEqual(await states('form'), ['held', 'lead', 'refused']);
  assert.deepEqual(await states('hook'), ['lead', 'refused']);
  const [doubt] = (await me.call('/v1/app/doubtful-leads')).body.data;
  assert.equal(doubt.otherName, 'Anouk Rietveld');
});

test('three people, an API key, a calendar link and a webhook that sends nothing', async () => {
  const me = await signIn(demo);
  const members = (await me.call('/v1/app/members')).body.data;
  assert.deepEqual(members.map(({ role }: { role: string }) => role).sort(), [
    'member',
    'member',
    'owner',
  ]);
  const webhooks = (await demo.get('/v1/api/webhooks')).body.data;
  assert.deepEqual(
    webhooks.map(({ state }: { state: string }) => state),
    ['paused'],
  );
  assert.equal((await demo.get('/v1/api/calendar-links')).body.data.length, 1);
  assert.equal((await me.call('/v1/app/duplicates')).body.data.length > 0, true);
});

test('a second start reuses the demo, --fresh starts over, and nothing else is touched', async () => {
  const { key } = demo;
  assert.equal((await createLead(demo, key, { title: 'Kept' })).status, 201);
  assert.match(await runToEnd('--fresh'), /running already: stop it first/);
  await demo.stop();

  demo = await startDemo(spawnDemo());
  assert.equal(demo.key, key);
  assert.equal((await demo.get('/v1/api/leads?q=kept')).body.data.length, 1);
  await demo.stop();

  // An interrupted run leaves the old demo.
  const broken = spawnDemo('--fresh');
  await eventually(async () => existsSync(`${folder}.unfinished`));
  await stop(broken, 'SIGKILL');
  assert.equal(readDemo(folder)?.key, key);

  demo = await startDemo(spawnDemo('--fresh'));
  assert.notEqual(demo.key, key);
  const { leads, jobs } = await readAll(demo);
  assert.equal(leads.length + jobs.length, leadsInAll);
  assert.deepEqual(readdirSync(parent), [basename(folder)]);
  await demo.stop();

  // Without its marker file it may be anybody's data.
  rmSync(join(folder, 'demo.json'));
  assert.match(await runToEnd('--fresh'), /holds no demo: choose another with --folder/);
  assert.ok(existsSync(databaseFileIn(folder)));
});

test('a demo older than a day says how to refresh it', () => {
  const access = { email: 'a@example.com', password: 'secret', key: 'vk_' };
  const welcome = (age: number) =>
    demoWelcome('http://localhost', '/demo', { ...access, madeAt: Date.now() - age });
  assert.doesNotMatch(welcome(dayMs / 2), /--fresh/);
  assert.match(welcome(3 * dayMs), /made 3 days ago[\s\S]+npm run demo -- --fresh/);
});

test('at any time, leads are in the past and all status changes are allowed', () => {
  const rows = readLeadRows();
  // A year in steps that meet every hour of the day, every weekday and both clock changes.
  const first = Date.parse('2026-01-01T00:10:00Z');
  for (let now = first; now < first + 366 * dayMs; now += 53 * 60 * 60 * 1000) {
    for (const { row, receivedAt, steps } of planLeads(rows, now)) {
      const at = `${row.title} at ${new Date(now).toISOString()}`;
      assert.ok(receivedAt < now && receivedAt > now - 10 * weekMs, at);
      let [time, status] = [receivedAt, 'request' as Status];
      for (const { patch, ...step } of steps) {
        assert.ok(step.at > time && step.at < now, at);
        if (patch.status) assert.ok(movesFrom[status].includes(patch.status), at);
        [time, status] = [step.at, patch.status ?? status];
      }
    }
  }
});

interface RunningDemo {
  url: string;
  key: string;
  output: string;
  get(path: string): Promise<Answer>;
  stop(): Promise<void>;
}

async function startDemo(child: ChildProcess): Promise<RunningDemo> {
  let output = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  for await (const chunk of child
    .stdout!.setEncoding('utf8')
    .iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes('delete that folder')) break;
  }
  child.stdout!.resume();
  const url = /ready at (\S+)/.exec(output)?.[1];
  const key = /API key +(\S+)/.exec(output)?.[1];
  assert.ok(url && key, output);
  return {
    url,
    key,
    output,
    get: (path) => call({ url }, path, { key }),
    stop: () => stop(child),
  };
}

/** The output of a run that ends by itself. */
async function runToEnd(...options: string[]): Promise<string> {
  const child = spawnDemo(...options);
  let output = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  assert.notEqual(code, 0);
  return output;
}

/** Without npm, which would first check the build. */
function spawnDemo(...options: string[]): ChildProcess {
  return spawnHere(process.execPath, 'demo/run.ts', ...options);
}

function spawnHere(program: string, ...args: string[]): ChildProcess {
  // Its own process group: a signal reaches the server, whatever npm does with it.
  return spawn(program, [...args, '--folder', folder], {
    cwd: join(import.meta.dirname, '..'),
    detached: true,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  process.kill(-child.pid!, signal);
  await closed;
}

async function signIn({ url, output }: RunningDemo) {
  const body = {
    email: /e-mail +(\S+)/.exec(output)![1],
    password: /password +(\S+)/.exec(output)![1],
  };
  return signedIn({ url }, await call({ url }, '/v1/app/sign-in', { body, headers: samePage }));
}

async function readAll({ get }: RunningDemo) {
  const [leads, jobs] = await Promise.all(
    ['leads', 'work-items'].map(async (list) => (await get(`/v1/api/${list}?limit=200`)).body.data),
  );
  return { leads, jobs };
}
