import { Refusal } from '#actions/refusal.ts';
import type { Scope } from '#contract/scopes.ts';
import { AuthenticationError, NotFoundError, Vakwerk } from '../../sdk/src/index.ts';
import { defineCommand, UsageError } from '../command.ts';

// Most assistants time out after a minute.
const timeouts = { timeoutMs: 15_000, retriesMax: 2, retryWaitMsMax: 5_000 };

export const mcp = defineCommand({
  about:
    'Lets an AI assistant work with the leads and jobs of a brand, by the Model Context Protocol on standard input ' +
    'and output. The API key comes from the environment variable VAKWERK_KEY; its scopes decide which tools ' +
    'there are.',
  options: {
    url: {
      value: '<address>',
      text: 'the address of the service, such as https://leads.example.com (default: VAKWERK_URL)',
    },
  },
  ownsOutput: true,
  async run({ options, env, terminal }) {
    // Standard output belongs to the protocol.
    const log = (line: string) => terminal.stderr.write(`vakwerk mcp: ${line}\n`);
    const url = options.url ?? env['VAKWERK_URL'];
    if (!url) throw new UsageError('mcp needs --url <address> or VAKWERK_URL');
    if (!env['VAKWERK_KEY']) throw new UsageError('mcp needs an API key in VAKWERK_KEY');
    const client = clientFor(url, env['VAKWERK_KEY']);
    const key = await client.key.get().catch((error: Error) => {
      throw new Refusal(`${url} ${reasonOf(error)}`);
    });
    if (!Array.isArray(key.scopes)) throw new Refusal(`${url} is not a Vakwerk service`);
    const may = (scope: Scope) => key.scopes.includes('full') || key.scopes.includes(scope);
    // Large, and only this command needs them.
    const [{ toolsFor }, { serve }] = await Promise.all([
      import('../mcp/tools.ts'),
      import('../mcp/serve.ts'),
    ]);
    const personalData = key.personalData !== false;
    const tools = toolsFor(may, personalData);
    if (tools.length === 0) {
      throw new Refusal(`no tool is allowed by the scopes of this key: ${key.scopes.join(', ')}`);
    }
    const shown = personalData
      ? 'names, phone numbers and addresses are shown'
      : 'no personal data';
    log(`${tools.length} tools for the key "${key.name}" at ${url}; ${shown}`);
    await serve({ tools, call: { client, may }, personalData, log, terminal });
    return null;
  },
});

function clientFor(baseUrl: string, apiKey: string): Vakwerk {
  if (!/^https?:/.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new UsageError(`the address must begin with https:// or http://, got ${baseUrl}`);
  }
  try {
    return new Vakwerk({ baseUrl, apiKey: apiKey.trim(), ...timeouts });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function reasonOf(error: Error): string {
  if (error instanceof AuthenticationError)
    return `refuses the key in VAKWERK_KEY: ${error.message}`;
  if (error instanceof NotFoundError)
    return 'is not a Vakwerk service, or is older than this program';
  return `did not answer for the key: ${error.message}`;
}
