// The address of the service and the key: given as options, or in the environment.

const charactersEchoed = 100;

export function readApiKey(given: string | undefined): string {
  const { value, name } = givenOrSet('apiKey', given, 'VAKWERK_API_KEY');
  // Checked here because the error of fetch would contain the key.
  if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)) return value;
  throw new TypeError(`${name} must be a key as it was issued, without spaces or line breaks`);
}

/** Returns the parsed URL, not the text: only what was checked is used. */
export function readBaseUrl(given: string | undefined): string {
  const { value, name } = givenOrSet('baseUrl', given, 'VAKWERK_URL');
  const { protocol, username, password, search, hash, origin, pathname } = parse(value, name);
  // The message leaves out the URL, which may contain a password.
  if (username || password || search || hash) {
    throw new TypeError(`${name} must have no user, password, query or fragment`);
  }
  if (!/^https?:$/.test(protocol)) throw notAnAddress(value, name);
  return origin + pathname.replace(/\/+$/, '');
}

function parse(value: unknown, name: string): URL {
  try {
    return new URL(value as string);
  } catch {
    throw notAnAddress(value, name);
  }
}

function notAnAddress(value: unknown, name: string): TypeError {
  const text = String(value);
  // It may contain a password.
  const shown = text.includes('@')
    ? ''
    : `, got ${JSON.stringify(text.slice(0, charactersEchoed))}`;
  return new TypeError(`${name} must be a URL that begins with https:// or http://${shown}`);
}

interface Setting {
  value: unknown;
  /** For messages. */
  name: string;
}

function givenOrSet(option: string, given: unknown, variable: string): Setting {
  if (given !== undefined) return { value: given, name: option };
  const value = environmentVariable(variable);
  if (value) return { value, name: `${option} (from ${variable})` };
  throw new TypeError(`${option} must be passed, or set as the environment variable ${variable}`);
}

/** Undefined where there is no environment, such as in browsers, or no permission to read it. */
function environmentVariable(name: string): string | undefined {
  // Not written as process.env.NAME, which bundlers replace: a key would end up in a web page.
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name];
  } catch {
    return undefined;
  }
}
