// The behaviour of each path of the picture host. Query parameters choose between variants.
import type { ServerResponse } from 'node:http';
import { type EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { makeBomb, makePicture, type PictureFormat, pictureFormats } from './sample-pictures.ts';

type Serve = (response: ServerResponse, query: URLSearchParams, hit: number) => unknown;

const bombSidePixels = 14_000;
const dripEveryMs = 1_000;
const megabyte = 1024 * 1024;
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48"/></svg>';

export function pathsOfPictureHost(gate: EventEmitter): Record<string, Serve> {
  const pictures = new Map<string, Promise<Buffer>>();
  const picture = (format: PictureFormat, query: URLSearchParams) => {
    const number = (name: string, byDefault: number) => Number(query.get(name) ?? byDefault);
    const wanted = {
      number: number('n', 0),
      width: number('width', 64),
      height: number('height', 48),
    };
    const key = `${format} ${Object.values(wanted).join(' ')}`;
    const made = pictures.get(key) ?? makePicture(format, wanted);
    pictures.set(key, made);
    return made;
  };
  const servePicture =
    (format: PictureFormat): Serve =>
    async (response, query) =>
      send(response, `image/${format}`, await picture(format, query));
  const serveJpeg = servePicture('jpeg');
  let bomb: Buffer | undefined;

  return {
    // Good pictures; `n` makes them differ, `width` and `height` are in pixels.
    ...Object.fromEntries(
      pictureFormats.map((format) => [
        `/photo.${format === 'jpeg' ? 'jpg' : format}`,
        servePicture(format),
      ]),
    ),
    // Until the test releases it.
    '/held': async (response, query, hit) => {
      await once(gate, 'open', { signal: gone(response) });
      await serveJpeg(response, query, hit);
    },
    '/slow': async (response, query, hit) => {
      await wait(Number(query.get('ms')), undefined, { signal: gone(response) });
      await serveJpeg(response, query, hit);
    },
    // The first `fail` requests for the same URL fail.
    '/flaky': (response, query, hit) =>
      hit <= Number(query.get('fail'))
        ? response.writeHead(500).end()
        : serveJpeg(response, query, hit),

    // Statuses.
    '/missing': (response) => response.writeHead(404).end('not here'),
    '/broken': (response) => response.writeHead(500).end('sorry'),
    '/status': (response, query) => response.writeHead(Number(query.get('code'))).end(),

    // Content that contradicts its type.
    '/html.jpg': (response) => send(response, 'image/jpeg', '<!doctype html><h1>Hello</h1>'),
    '/svg': (response) => send(response, 'image/svg+xml', svg),
    '/empty.jpg': (response) => send(response, 'image/jpeg', ''),
    '/bomb.png': (response) => send(response, 'image/png', (bomb ??= makeBomb(bombSidePixels))),
    '/gzip': async (response, query) =>
      response
        .writeHead(200, { 'Content-Encoding': 'gzip' })
        .end(gzipSync(await picture('jpeg', query))),

    // Slow or endless.
    '/hang': () => undefined,
    '/hang-after-headers': (response) =>
      response.writeHead(200, { 'Content-Length': 1_000 }).flushHeaders(),
    '/drip': async (response) => {
      response.writeHead(200, { 'Content-Length': 100_000 });
      for (;;) {
        response.write('x');
        await wait(dripEveryMs, undefined, { signal: gone(response) });
      }
    },
    '/endless': (response) => sendZeros(response, Infinity),
    '/big': (response, query) => sendZeros(response, Number(query.get('bytes'))),

    // Wrong lengths. A megabyte less is sent in any case.
    '/short': async (response, query) => {
      const body = await picture('jpeg', query);
      response.writeHead(200, { 'Content-Length': body.length + megabyte });
      response.write(body, () => response.destroy());
    },
    '/short-chunk': (response) => {
      response.writeHead(200);
      response.write('x', () => response.destroy());
    },
    '/long': async (response, query) => {
      const body = await picture('jpeg', query);
      response.writeHead(200, { 'Content-Length': body.length });
      response.end(Buffer.concat([body, Buffer.alloc(megabyte)]));
    },
    '/long-length': (response) => {
      response.writeHead(200, { 'Content-Length': 16 * megabyte });
      response.write('x');
    },

    // Not quite HTTP.
    '/huge-headers': (response) => {
      response.writeHead(200, { 'X-Filler': 'x'.repeat(megabyte) }).end();
    },
    '/two-lengths': (response) =>
      response.socket!.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'),
    '/garbage': (response) => response.socket!.end('this is no HTTP\r\n\r\n'),
    '/upgrade': (response) =>
      response.socket!.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      ),
    '/reset': (response) => response.destroy(),

    // The request and its TLS server name, as JSON.
    '/request': (response) => {
      const { servername } = response.socket as TLSSocket & { servername: string | false };
      send(response, 'application/json', JSON.stringify({ servername, ...response.req.headers }));
    },

    // Redirects.
    '/redirect': (response, query) =>
      redirect(response, query.get('to'), Number(query.get('status') ?? 302)),
    '/circle': (response) => redirect(response, '/circle'),
    // So many redirects, each after `ms`, and then a picture.
    '/hops': async (response, query, hit) => {
      const left = Number(query.get('left'));
      const ms = Number(query.get('ms') ?? 0);
      if (ms > 0) await wait(ms, undefined, { signal: gone(response) });
      if (left > 0) redirect(response, `/hops?left=${left - 1}&ms=${ms}`);
      else await serveJpeg(response, query, hit);
    },
  };
}

function send(response: ServerResponse, contentType: string, body: Buffer | string): void {
  response.writeHead(200, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

function redirect(response: ServerResponse, to: string | null, status = 302): void {
  response.writeHead(status, to === null ? {} : { Location: to }).end('elsewhere');
}

async function sendZeros(response: ServerResponse, bytes: number): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024);
  const signal = gone(response);
  response.writeHead(200, { 'Content-Type': 'image/jpeg' });
  for (let left = bytes; left > 0; left -= chunk.length) {
    const piece = left < chunk.length ? chunk.subarray(0, left) : chunk;
    if (!response.write(piece)) await once(response, 'drain', { signal });
  }
  response.end();
}

/** Aborts when the client disconnects, so that nothing continues. */
function gone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => controller.abort());
  return controller.signal;
}
