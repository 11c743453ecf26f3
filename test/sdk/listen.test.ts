// `vakwerk-listen`, the program of the client package, as a stranger gets it: from the service, without
// a copy of the source. After a build: from source, a server has no client.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { buildProgram } from '../../scripts/build-program.ts';
import { createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { unnamedFences } from '../support/guide-snippets.ts';
import { startListener } from '../support/listener.ts';
import { needs } from '../support/needs.ts';
import { nodeBesidesOurs } from '../support/on-path.ts';
import { root } from '../support/project-files.ts';
import { npmAlone, projectWith } from '../support/sdk-package.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';

await buildProgram();
const server = await sharedServer();

const otherNode = nodeBesidesOurs();
const folder = temporaryFolder();
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(async () => {
  await receiver?.close();
  folder.remove();
});

/** Starts the command, creates a lead, and checks that the signed event arrives. */
async function assertForwards(path: string, command: string[], cwd: string): Promise<void> {
  const key = await server.createKey();
  const env = { ...npmAlone(cwd), VAKWERK_URL: server.url, VAKWERK_API_KEY: key };
  const listener = startListener(command, { cwd, env });
  try {
    const secret = await listener.says(/secret of your receiver: (whsec_\S+)\n/);
    await createLead(server, key, { title: 'Tap' });
    for (const { headers, body, event } of await receiver.until(path, 2)) {
      assert.deepEqual(new Webhook(secret).verify(body, headers), event);
    }
    const types = receiver.received(path).map(({ event }) => event.type);
    assert.deepEqual(types, ['customer.created', 'lead.created']);
  } finally {
    await listener.stop();
  }
  assert.match(listener.stdout(), /\nStopped\. To continue here, add --after \d+\n$/);
}

test('the command in the guide runs in an empty folder', async () => {
  const inGuide = unnamedFences().find((text) => text.includes(' vakwerk-listen '));
  const command = inGuide!.replace('http://127.0.0.1:8080', receiver.url('/guide'));
  assert.notEqual(command, inGuide);
  const cwd = folder.file('empty');
  mkdirSync(cwd);
  await assertForwards('/guide', ['sh', '-c', `exec ${command}`], cwd);
});

test(
  'an installed client has it, also for an older Node',
  { skip: otherNode === undefined && needs('a second Node') },
  async () => {
    const cwd = await projectWith(`${server.url}/docs/client.tgz`, folder.file('project'));
    const program = join(cwd, 'node_modules', '.bin', 'vakwerk-listen');
    const command = [otherNode!, program, '--forward-to', receiver.url('/installed')];
    await assertForwards('/installed', command, cwd);
  },
);

test('explains itself, and a mistake, by its own name', async () => {
  const cwd = await projectWith(`${server.url}/docs/client.tgz`, folder.file('mistakes'));
  const runWith = async (env: Record<string, string>, ...words: string[]) => {
    const program = join(cwd, 'node_modules', '.bin', 'vakwerk-listen');
    const listener = startListener([program, ...words], { cwd, env });
    return { ...(await listener.ended), stdout: listener.stdout() };
  };
  const run = (...words: string[]) => runWith({}, ...words);
  const help = await run('--help');
  assert.equal(help.code, 0);
  assert.match(help.stdout, /^Usage: npx --package "\S+" vakwerk-listen --forward-to <url> /);
  for (const option of ['--help', '--version', '--json']) {
    assert.match(help.stdout, new RegExp(`^  ${option} +\\w`, 'm'));
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.equal((await run('--version')).stdout, `${version}\n`);
  const misused = await run('--json');
  assert.deepEqual([misused.code, misused.stdout], [2, '']);
  const { error, message } = JSON.parse(misused.stderr);
  assert.equal(error, 'usage');
  assert.match(message, /^vakwerk-listen needs --forward-to <url>; see npx .* --help$/);
  const target = ['--forward-to', 'http://127.0.0.1:9'];
  const withoutUrl = await run(...target);
  assert.equal(withoutUrl.stderr, 'vakwerk-listen needs --url <address> or VAKWERK_URL\n');
  const withoutKey = await runWith({ VAKWERK_URL: server.url }, ...target);
  assert.deepEqual(
    [withoutKey.code, withoutKey.stderr],
    [2, 'vakwerk-listen needs an API key in VAKWERK_API_KEY\n'],
  );
  const wrongTarget = await run('--forward-to', 'nowhere');
  assert.match(wrongTarget.stderr, /^vakwerk-listen: --forward-to must be a URL/);
});
