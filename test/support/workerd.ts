// A worker in workerd, an edge runtime without Node's APIs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { killAtExit } from './end-with-us.ts';
import { onPath } from './on-path.ts';

export const workerd = onPath('workerd');
const startMsMax = 20_000;

interface WorkerOptions {
  folder: string;
  /** Their files in the folder by the names they are imported by; the first is the worker itself. */
  modules: Record<string, string>;
  bindings?: Record<string, string>;
}

interface Worker {
  readonly port: string;
  /** Everything printed so far. */
  output(): string;
  stop(): Promise<void>;
}

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  writeFileSync(join(options.folder, 'config.capnp'), configOf(options));
  const child = spawn(workerd!, ['serve', 'config.capnp', '--control-fd=3'], {
    cwd: options.folder,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  killAtExit(child);
  let printed = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  }
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill();
    await ended;
  };
  try {
    return { port: await portFrom(child.stdio[3] as Readable), output: () => printed, stop };
  } catch (error) {
    await stop();
    throw new Error(`workerd did not start:\n${printed}`, { cause: error });
  }
}

// Restricted to loopback.
function configOf({ modules, bindings = {} }: WorkerOptions): string {
  const files = Object.entries(modules).map(
    ([name, file]) => `(name = "${name}", esModule = embed "${file}")`,
  );
  const texts = Object.entries(bindings).map(
    ([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`,
  );
  return `
    using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [
        (name = "worker", worker = .worker),
        (name = "internet", network = (allow = ["local"])),
      ],
      sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
    );
    const worker :Workerd.Worker = (
      compatibilityDate = "2026-01-01",
      modules = [${files.join(', ')}],
      bindings = [${texts.join(', ')}],
    );`;
}

/** The control stream names the port in one line. */
async function portFrom(control: Readable): Promise<string> {
  const [line] = await once(createInterface(control), 'line', {
    signal: AbortSignal.timeout(startMsMax),
  });
  return String(JSON.parse(line).port);
}
