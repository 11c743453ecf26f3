// Runs the same tests against every database that the service can keep its data in.
import { describe } from 'node:test';
import { type ServerOptions, startServer, type TestServer } from './server.ts';

export type StartServer = (options?: ServerOptions) => Promise<TestServer>;

const engines: { name: string; start: StartServer }[] = [{ name: 'SQLite', start: startServer }];

export function withEachDatabase(subject: string, define: (start: StartServer) => void): void {
  for (const { name, start } of engines) describe(`${subject} on ${name}`, () => define(start));
}
