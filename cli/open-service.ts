// Opens the API of a service, for commands that need a key instead of a database.
import { Refusal } from '#actions/refusal.ts';
import type { Scope } from '#contract/scopes.ts';
import {
  AuthenticationError,
  type CurrentKey,
  NotFoundError,
  Vakwerk,
  type VakwerkOptions,
} from '../sdk/src/index.ts';
import { UsageError } from './command.ts';

export const urlOption = {
  value: '<address>',
  text: 'the address of the service, such as https://leads.example.com (default: VAKWERK_URL)',
} as const;

interface Connecting {
  /** The name of the command, for messages. */
  command: string;
  /** As typed. */
  url: string | undefined;
  env: NodeJS.ProcessEnv;
  timeouts: Pick<VakwerkOptions, 'timeoutMs' | 'retriesMax' | 'retryWaitMsMax'>;
}

interface Service {
  url: string;
  apiKey: string;
  client: Vakwerk;
}

/** Sends nothing yet. */
export function openService({ command, url: typed, env, timeouts }: Connecting): Service {
  const url = typed ?? env['VAKWERK_URL'];
  if (!url) throw new UsageError(`${command} needs --url <address> or VAKWERK_URL`);
  const apiKey = env['VAKWERK_API_KEY']?.trim();
  if (!apiKey) throw new UsageError(`${command} needs an API key in VAKWERK_API_KEY`);
  try {
    return { url, apiKey, client: new Vakwerk({ baseUrl: url, apiKey, ...timeouts }) };
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/^baseUrl/, 'the address'));
  }
}

type KnownKey = CurrentKey & { may(scope: Scope): boolean };

export async function checkKey({ url, client }: Service): Promise<KnownKey> {
  const key = await client.key.get().catch((error: Error) => {
    throw new Refusal(`${url} ${reasonOf(error)}`);
  });
  if (!Array.isArray(key.scopes)) throw new Refusal(`${url} is not a Vakwerk service`);
  const may = (scope: Scope) => key.scopes.includes('full') || key.scopes.includes(scope);
  return { ...key, may };
}

function reasonOf(error: Error): string {
  if (error instanceof AuthenticationError)
    return `refuses the key in VAKWERK_API_KEY: ${error.message}`;
  if (error instanceof NotFoundError)
    return 'is not a Vakwerk service, or is older than this program';
  return `did not answer for the key: ${error.message}`;
}
