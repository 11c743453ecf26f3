import type { TestServer } from './server.ts';

/** The value of one line of the metrics, by its name with its labels. */
export async function metric(server: Pick<TestServer, 'url'>, name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', server.url))).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`no metric ${name}`);
  return Number(line.slice(name.length));
}

/** Writes that a database thread has been asked for and has not done. */
export function writesUnderWay(server: Pick<TestServer, 'url'>): Promise<number> {
  return metric(server, 'vakwerk_queue_length{queue="writes"}');
}
