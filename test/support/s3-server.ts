// A real S3 server on loopback, in this process, and fake ones.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type RequestListener,
  type Server as HttpServer,
} from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '#core/photos/assets-url.ts';

// It has no types of its own.
interface S3rver {
  httpServer: HttpServer;
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (
  options: object,
) => S3rver;

const bucket = 'pictures';
// The only key it knows.
const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export interface S3Server {
  settings: S3Settings;
  /** The same, as an operator sets them. */
  env: Record<string, string>;
  /** Responses in progress, and those that could not be completed. */
  readonly answers: { underWay: number; brokenOff: number };
  /** Cuts all connections, whatever they are doing. */
  cutConnections(): void;
  stop(): Promise<void>;
}

export async function startS3Server(prefix = ''): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'vakwerk-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  // A test whose server fails to start must still end.
  server.httpServer.unref();
  showWholeObjects(server.httpServer);
  const settings = { ...settingsFor(port), prefix };
  return {
    settings,
    env: {
      ASSETS_URL: `s3://${bucket}/${prefix}`,
      AWS_ENDPOINT_URL: settings.endpoint,
      AWS_ACCESS_KEY_ID: key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    },
    answers: countAnswers(server.httpServer),
    cutConnections: () => server.httpServer.closeAllConnections(),
    async stop() {
      server.httpServer.closeAllConnections();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** This server answers 500 for an object that is being written, where a real one shows the old state. */
function showWholeObjects(server: HttpServer): void {
  const [answer] = server.listeners('request') as [RequestListener];
  const writes = new Map<string, Promise<unknown>>();
  server.off('request', answer);
  server.on('request', async (request, response) => {
    const object = request.url!.split('?')[0]!;
    while (writes.has(object)) await writes.get(object);
    if (request.method === 'PUT') {
      const written = new Promise((resolve) => response.once('close', resolve));
      writes.set(object, written);
      void written.then(() => writes.delete(object));
    }
    answer(request, response);
  });
}

function countAnswers(server: HttpServer): S3Server['answers'] {
  const answers = { underWay: 0, brokenOff: 0 };
  server.on('request', (_request, response) => {
    answers.underWay++;
    response.once('close', () => {
      answers.underWay--;
      if (!response.writableFinished) answers.brokenOff++;
    });
  });
  return answers;
}

interface FalseS3Server {
  settings: S3Settings;
  stop(): Promise<void>;
}

/** Responds in HTTP as scripted. */
export function startFalseS3Server(answer: RequestListener): Promise<FalseS3Server> {
  return listening(createHttpServer(answer));
}

/** Accepts connections and never responds. */
export function startSilentServer(): Promise<FalseS3Server> {
  return listening(createServer());
}

/** A port on which nothing listens. */
export async function settingsOfNobody(): Promise<S3Settings> {
  const server = await startSilentServer();
  await server.stop();
  return server.settings;
}

async function listening(server: Server): Promise<FalseS3Server> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return {
    settings: settingsFor((server.address() as AddressInfo).port),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function settingsFor(port: number): S3Settings {
  const endpoint = `http://127.0.0.1:${port}`;
  return { kind: 's3', endpoint, bucket, prefix: '', region: 'us-east-1', ...key };
}
