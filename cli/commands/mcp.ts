import { Refusal } from '#actions/refusal.ts';
import { defineCommand } from '../command.ts';
import { checkKey, openService, urlOption } from '../open-service.ts';

// Most assistants time out after a minute.
const timeouts = { timeoutMs: 15_000, retriesMax: 2, retryWaitMsMax: 5_000 };

export const mcp = defineCommand({
  about:
    'Lets an AI assistant work with the leads and jobs of a brand, by the Model Context Protocol on standard input ' +
    'and output. The API key comes from the environment variable VAKWERK_API_KEY; its scopes decide which tools ' +
    'there are.',
  options: { url: urlOption },
  ownsOutput: true,
  async run({ name, options, env, terminal }) {
    // Standard output belongs to the protocol.
    const log = (line: string) => terminal.stderr.write(`vakwerk mcp: ${line}\n`);
    const service = openService({ command: name, url: options.url, env, timeouts });
    const { url, client } = service;
    const { may, ...key } = await checkKey(service);
    // Large, and only this command needs them.
    const [{ toolsFor }, { serve }] = await Promise.all([
      import('#mcp/tools.ts'),
      import('../serve-stdio.ts'),
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
