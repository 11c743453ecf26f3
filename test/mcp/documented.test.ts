// The configurations in docs/assistants.md, in the protocol's own client and in its inspector.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { listAll } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { killAtExit } from '../support/end-with-us.ts';
import { needs } from '../support/needs.ts';
import { onPath } from '../support/on-path.ts';
import { root } from '../support/project-files.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();
const page = readFileSync(join(root, 'docs', 'assistants.md'), 'utf8');
const inGuide = readFileSync(join(root, 'docs', 'guide', 'assistants.md'), 'utf8');
const [byUrl, asked, byProgram] = [...page.matchAll(/^ *```json\n([\s\S]*?)```/gm)].map(
  ([, json]) => json!,
);
const documentedTools = [...page.matchAll(/^\| `(\w+)` \|.*\|$/gm)].map(([, name]) => name);

const inspector = onPath('mcp-inspector');
const skip = inspector === undefined && needs('the MCP inspector');
// It starts npm, Node and the program; the machine may be busy.
const inspectorMsMax = 120_000;

const folder = temporaryFolder();
let key: string;
before(async () => {
  key = await server.createKey();
});
after(() => folder.remove());

/** The configuration with this server, this copy of the source, and a real key. */
function real(json: string) {
  const filled = json
    .replaceAll('https://leads.example.com', server.url)
    .replaceAll('/path/to/vakwerk', root)
    .replaceAll(/vk_…|\$\{input:vakwerk-key\}/g, key);
  assert.notEqual(filled, json);
  return JSON.parse(filled);
}

async function toolsOver(transport: Parameters<Client['connect']>[0]): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

test('by URL', async () => {
  for (const { url, headers, type } of [
    real(byUrl!).mcpServers.vakwerk,
    real(asked!).servers.vakwerk,
  ]) {
    assert.equal(type, 'http');
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    assert.deepEqual(await toolsOver(transport), documentedTools);
  }
});

test('the guide has the same configuration and command', () => {
  const [json] = [...inGuide.matchAll(/^```json\n([\s\S]*?)```/gm)].map((match) => match[1]!);
  assert.deepEqual(JSON.parse(json!), JSON.parse(byUrl!));
  const [command] = /^npx @modelcontextprotocol\/inspector@.*$/m.exec(inGuide)!;
  assert.ok(page.includes(command));
});

test('by a program', async () => {
  const { command, args, env } = real(byProgram!).mcpServers.vakwerk;
  const transport = new StdioClientTransport({
    command,
    args,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    cwd: folder.path,
    stderr: 'ignore',
  });
  assert.deepEqual(await toolsOver(transport), documentedTools);
});

for (const [name, json] of [
  ['by URL', byUrl!],
  ['by a program', byProgram!],
] as const) {
  test(`in the inspector, ${name}`, { skip }, async () => {
    const config = join(folder.path, 'mcp.json');
    writeFileSync(config, JSON.stringify(real(json)));
    const commands = [...page.matchAll(/^npx @modelcontextprotocol\/inspector@latest (.*)$/gm)];
    const [list, use] = commands.map(([, words]) => words!.replace('mcp.json', config).split(' '));
    // Strict: an error in a schema that an assistant could trip over ends it with another code.
    const { tools } = await inspect([...list!, '--strict']);
    assert.deepEqual(
      tools.map((tool: { name: string }) => tool.name),
      documentedTools,
    );
    const title = `Inspected ${name}`;
    const lead = ['customerName=Jan', `title=${title}`];
    const creating = use!.map((word) => (word === 'list_leads' ? 'create_lead' : word));
    const made = await inspect([...creating, '--tool-arg', ...lead]);
    const { structuredContent } = await inspect(use!);
    const { id } = made.structuredContent;
    assert.equal(structuredContent.items[0].id, id);
    assert.equal((await listAll(server, key, '/v1/api/leads'))[0].title, title);
  });
}

/** Its commands take the command as words too, and would swallow a `--` among them. */
test('in the inspector, the program as words', { skip }, async () => {
  const { command, args, env } = real(byProgram!).mcpServers.vakwerk;
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const words = ['--cli', ...variables, '--method', 'tools/list', command, ...args];
  assert.equal((await inspect(words)).tools.length, documentedTools.length);
});

async function inspect(words: string[]) {
  const child = spawn(process.execPath, [realpathSync(inspector!), ...words], {
    cwd: folder.path,
    env: {
      PATH: process.env['PATH'],
      HOME: folder.path,
      MCP_INSPECTOR_SECRET_STORE: 'memory',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: inspectorMsMax,
  });
  killAtExit(child);
  const [printed, complaints] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  assert.equal(child.exitCode, 0, complaints);
  return JSON.parse(printed);
}
