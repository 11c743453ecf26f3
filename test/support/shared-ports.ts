// The only ports of this machine to which the shared servers may send webhooks, or from which they
// fetch photos: a host that a test file starts takes a free one.
import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { eventually } from './within.ts';

// As many as a setting may have, less the usual one.
const portsCount = 9;

/** Chosen before the servers start, which must know them. */
export async function sharedPorts(): Promise<number[]> {
  const given = process.env['TEST_PORTS'];
  if (given) return given.split(',').map(Number);
  const ports = new Set<number>();
  while (ports.size < portsCount) ports.add(await freeLowPort());
  process.env['TEST_PORTS'] = [...ports].join(',');
  return [...ports];
}

/** Waits until another file releases one. */
export async function listenOnSharedPort(server: Server): Promise<number> {
  const ports = await sharedPorts();
  let taken: number | undefined;
  await eventually(async () => {
    for (const port of ports) {
      if (!(await listens(server, port))) continue;
      taken = port;
      return true;
    }
    return false;
  });
  return taken!;
}

/**
 * Below the ephemeral ports: a connection attempt to a stopped server could otherwise be given that
 * server's own port.
 */
export async function freeLowPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await listens(server, port);
    server.close();
    if (isFree) return port;
  }
}

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isListening: boolean) => {
      server.off('error', refuse).off('listening', accept);
      resolve(isListening);
    };
    const refuse = () => settle(false);
    const accept = () => settle(true);
    server.once('error', refuse).once('listening', accept).listen(port, '127.0.0.1');
  });
}
