// Every header a response can carry.
import { rateWindowSeconds, requestsPerMinuteDefault } from '#contract/limits.ts';

const exampleNext = 'https://leads.example.com/v1/api/leads?limit=50&cursor=WzE3OTk…';

export const responseHeaders = {
  'X-Request-Id': required(
    'Names this request on the server; quote it when you ask for help',
    '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69',
  ),
  'Cache-Control': optional(
    'Answers hold personal data, so nothing on the way may keep them; a list or a picture may be ' +
      'kept by the client itself, which revalidates it each time',
    'no-store',
  ),
  Location: required(
    'Path of the new work item',
    '/v1/api/work-items/019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69',
  ),
  'Idempotent-Replayed': optional(
    'Present when this is the answer to an earlier call with the same Idempotency-Key',
    'true',
    { type: 'string', enum: ['true'] },
  ),
  Link: optional(
    'Where the next page is (RFC 8288); the last page has none',
    `<${exampleNext}>; rel="next"`,
  ),
  ETag: required(
    'Names this version; send it as If-None-Match to ask whether it is current, or as If-Match to change no other',
    '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  ),
  'Accept-Ranges': required('A part of the bytes can be asked for with Range', 'bytes', {
    type: 'string',
    enum: ['bytes'],
  }),
  'Content-Range': required(
    'Which bytes these are, and of how many; without a part, of how many there are',
    'bytes 0-65535/482113',
  ),
  'Content-Disposition': required(
    'To be shown, and under which name to save it',
    'inline; filename="photo-019a85c2.jpg"',
  ),
  'X-Content-Type-Options': required(
    'Keeps a browser from taking the picture for something else',
    'nosniff',
    { type: 'string', enum: ['nosniff'] },
  ),
  'Content-Security-Policy': required(
    'Keeps a browser from doing anything with the picture but showing it',
    "default-src 'none'; sandbox",
  ),
  'RateLimit-Policy': optional(
    'Requests (q) a key may make in so many seconds (w); absent when there is no limit',
    `"default";q=${requestsPerMinuteDefault};w=${rateWindowSeconds}`,
  ),
  RateLimit: optional(
    'Requests that remain (r), and the seconds until all are back (t)',
    `"default";r=${requestsPerMinuteDefault - 1};t=${rateWindowSeconds}`,
  ),
  'WWW-Authenticate': required('How to prove who you are: with an API key', 'ApiKey'),
  'Retry-After': required('Seconds to wait before trying again', 2, {
    type: 'integer',
    minimum: 0,
  }),
};

export type HeaderName = keyof typeof responseHeaders;

// What every answer carries, unless the request was not even well-formed HTTP.
export const everyHeader = ['X-Request-Id', 'Cache-Control'] as const;

// What an answer to a caller with a good key carries.
export const callerHeaders = [...everyHeader, 'RateLimit-Policy', 'RateLimit'] as const;

function required(description: string, example: unknown, schema: object = { type: 'string' }) {
  return { description, required: true, schema, example };
}

function optional(description: string, example: string, schema: object = { type: 'string' }) {
  return { description, schema, example };
}
