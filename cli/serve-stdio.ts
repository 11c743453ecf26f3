// Serves the Model Context Protocol on standard input and output, until the input ends.
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { protocolServer, type Service } from '#mcp/protocol-server.ts';
import type { Terminal } from './command.ts';

interface StdioService extends Omit<Service, 'onFailure'> {
  log(line: string): void;
  terminal: Pick<Terminal, 'stdin' | 'stdout'>;
}

export async function serve({ log, terminal, ...service }: StdioService): Promise<void> {
  const transport = new Connection(terminal.stdin, terminal.stdout);
  const onFailure: Service['onFailure'] = (tool, error) => log(`${tool}: ${String(error)}`);
  serveStdio(() => protocolServer({ ...service, onFailure }), {
    transport,
    onerror: ({ message }) => log(message),
  });
  await transport.closed;
}

/** Closes when its input ends, or when its output cannot be written. */
class Connection extends StdioServerTransport {
  readonly #closing = Promise.withResolvers<void>();
  readonly closed = this.#closing.promise;

  override async close(): Promise<void> {
    await super.close();
    this.#closing.resolve();
  }
}
