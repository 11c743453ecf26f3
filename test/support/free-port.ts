import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** For a server that has to know its port before it starts. */
export async function freePort(): Promise<string> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  return String(port);
}
