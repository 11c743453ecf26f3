import type { TestServer } from './server.ts';

/** The value of one metric, by its name with labels. */
export async function metric(server: Pick<TestServer, 'url'>, name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', server.url))).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`no metric ${name}`);
  return Number(line.slice(name.length));
}

/** Writes pending in a database thread. */
export function writesUnderWay(server: Pick<TestServer, 'url'>): Promise<number> {
  return metric(server, 'vakwerk_queue_length{queue="writes"}');
}
