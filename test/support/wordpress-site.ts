// A WordPress site with the plugin of examples/wordpress, on PHP's own server: see wordpress/site.php.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAtExit } from './end-with-us.ts';
import { freePort } from './free-port.ts';
import { root } from './project-files.ts';
import { eventually } from './within.ts';

interface SitePage {
  status: number;
  text: string;
}

interface SiteRequest {
  body?: object | string | URLSearchParams;
  isAdmin?: boolean;
  referer?: string;
}

export interface WordpressSite {
  readonly url: string;
  request(path: string, options?: SiteRequest): Promise<SitePage>;
  setOptions(options: Record<string, unknown>): Promise<void>;
  /** What waits to be sent, and when the site will try. */
  waiting(): Promise<{ submissions: { attempts: number; error: string }[]; retries: number }>;
  /** Runs the events that are due then. */
  cron(secondsLater: number): Promise<void>;
  /** Everything that PHP complained about. */
  warnings(): string;
  settingErrors(): string;
  stop(): Promise<void>;
}

const waitingStart = 'vakwerk_waiting_';

export async function startWordpressSite(): Promise<WordpressSite> {
  const folder = mkdtempSync(join(tmpdir(), 'vakwerk-wordpress-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const page = join(root, 'test', 'support', 'wordpress', 'site.php');
  const plugin = join(root, 'examples', 'wordpress', 'vakwerk-forms.php');
  const child = spawn('php', ['-d', 'zend.assertions=1', '-S', `127.0.0.1:${port}`, page], {
    env: { PATH: process.env['PATH'], SITE_FOLDER: folder, PLUGIN: plugin },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  killAtExit(child);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (log += chunk));
  await eventually(async () => /started/.test(log));

  const request: WordpressSite['request'] = async (path, { body, isAdmin, referer } = {}) => {
    const isText = typeof body === 'string' || body instanceof URLSearchParams;
    const answer = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      headers: { ...(isAdmin && { 'x-user': 'admin' }), ...(referer && { referer }) },
      redirect: 'manual',
    });
    const text = await answer.text();
    if (answer.status >= 500) throw new Error(`${path}: ${answer.status}\n${text}\n${log}`);
    return { status: answer.status, text };
  };
  const state = async () => {
    const { text } = await request('/state');
    return JSON.parse(text) as [
      options: Record<string, { attempts: number; error: string }>,
      events: { recurrence?: string }[],
    ];
  };
  const setOptions = async (options: Record<string, unknown>) => {
    await request('/options', { body: options });
  };
  const kept = (file: string) => {
    const path = join(folder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  return {
    url,
    request,
    setOptions,
    async waiting() {
      const [options, events] = await state();
      const submissions = Object.entries(options)
        .filter(([name]) => name.startsWith(waitingStart))
        .map(([, waiting]) => waiting);
      return { submissions, retries: events.filter((event) => !event.recurrence).length };
    },
    async cron(secondsLater) {
      await setOptions({ test_clock: secondsLater });
      await request('/wp-cron.php', { body: {} });
    },
    // PHP's server logs what its own error handler cannot catch.
    warnings: () =>
      kept('warnings') +
      (log.match(/^.*PHP (?:Deprecated|Fatal|Notice|Parse|Warning).*$/gm) ?? []).join('\n'),
    settingErrors: () => kept('setting-errors'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
