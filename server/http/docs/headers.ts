// Every header an answer can carry.
import { rateWindowSeconds, requestsPerMinuteDefault } from '#contract/limits.ts';

interface Header {
  description: string;
  required?: boolean;
  schema: object;
  example: unknown;
}

const exampleNext = 'https://leads.example.com/v1/api/leads?limit=50&cursor=WzE3OTk…';

export const responseHeaders = {
  'X-Request-Id': {
    description: 'Names this request on the server; quote it when you ask for help',
    required: true,
    schema: { type: 'string' },
    example: '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69',
  },
  'Cache-Control': {
    description:
      'Answers hold personal data, so nothing on the way may keep them; a list or a picture may be ' +
      'kept by the client itself, which revalidates it each time',
    schema: { type: 'string' },
    example: 'no-store',
  },
  Location: {
    description: 'Path of the new work item',
    required: true,
    schema: { type: 'string' },
    example: '/v1/api/work-items/019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69',
  },
  'Idempotent-Replayed': {
    description: 'Present when this is the answer to an earlier call with the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  Link: {
    description: 'Where the next page is (RFC 8288); the last page has none',
    schema: { type: 'string' },
    example: `<${exampleNext}>; rel="next"`,
  },
  ETag: {
    description:
      'Names this version; send it as If-None-Match to ask whether it is current, or as If-Match to change no other',
    required: true,
    schema: { type: 'string' },
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  },
  'Accept-Ranges': {
    description: 'A part of the bytes can be asked for with Range',
    required: true,
    schema: { type: 'string', enum: ['bytes'] },
    example: 'bytes',
  },
  'Content-Range': {
    description: 'Which bytes these are, and of how many; without a part, of how many there are',
    required: true,
    schema: { type: 'string' },
    example: 'bytes 0-65535/482113',
  },
  'Content-Disposition': {
    description: 'To be shown, and under which name to save it',
    required: true,
    schema: { type: 'string' },
    example: 'inline; filename="photo-019a85c2.jpg"',
  },
  'X-Content-Type-Options': {
    description: 'Keeps a browser from taking the picture for something else',
    required: true,
    schema: { type: 'string', enum: ['nosniff'] },
    example: 'nosniff',
  },
  'Content-Security-Policy': {
    description: 'Keeps a browser from doing anything with the picture but showing it',
    required: true,
    schema: { type: 'string' },
    example: "default-src 'none'; sandbox",
  },
  'RateLimit-Policy': {
    description:
      'Requests (q) a key may make in so many seconds (w); absent when there is no limit',
    schema: { type: 'string' },
    example: `"default";q=${requestsPerMinuteDefault};w=${rateWindowSeconds}`,
  },
  RateLimit: {
    description: 'Requests that remain (r), and the seconds until all are back (t)',
    schema: { type: 'string' },
    example: `"default";r=${requestsPerMinuteDefault - 1};t=${rateWindowSeconds}`,
  },
  'WWW-Authenticate': {
    description: 'How to prove who you are: with an API key',
    required: true,
    schema: { type: 'string' },
    example: 'ApiKey',
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof responseHeaders;

// What every answer carries, unless the request was not even well-formed HTTP.
export const everyHeader = ['X-Request-Id', 'Cache-Control'] as const;

// What an answer to a caller with a good key carries.
export const callerHeaders = [...everyHeader, 'RateLimit-Policy', 'RateLimit'] as const;
