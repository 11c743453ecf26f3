import { Refusal } from '#actions/refusal.ts';
import type { Scope } from '#contract/scopes.ts';
import { AuthenticationError, NotFoundError, Vakwerk } from '../../sdk/src/index.ts';
import { defineCommand, UsageError } from '../command.ts';

// Somebody waits for the assistant, and most of them give up after a minute.
const patience = { timeoutMs: 15_000, retriesMax: 2, retryWaitMsMax: 5_000 };

export const mcp = defineCommand({
  about:
    'Lets an assistant work with the leads and jobs of a brand: it speaks the Model Context Protocol on standard ' +
    'input and output until the input ends. The API key comes from the environment variable VAKWERK_KEY; its scopes ' +
    'decide which tools there are.',
  options: {
    url: {
      value: '<address>',
      text: 'where the service is, such as https://leads.example.com (VAKWERK_URL unless given)',
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
    if (!Array.isArray(key.scopes)) throw new Refusal(`${url} is no Vakwerk`);
    const may = (scope: Scope) => key.scopes.includes('full') || key.scopes.includes(scope);
    // Only this command needs them, and they are large.
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
    throw new UsageError(`the address must begin with https:// or http://, not be ${baseUrl}`);
  }
  try {
    return new Vakwerk({ baseUrl, apiKey: apiKey.trim(), ...patience });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function reasonOf(error: Error): string {
  if (error instanceof AuthenticationError)
    return `refuses the key in VAKWERK_KEY: ${error.message}`;
  if (error instanceof NotFoundError) return 'is no Vakwerk, or an older one than this program';
  return `cannot be asked about the key: ${error.message}`;
}
