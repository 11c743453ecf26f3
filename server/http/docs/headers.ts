// Every header a response can carry.
import { ErrorCode } from '#contract/error-body.ts';
import { messagesMax, rateWindowSeconds, requestsPerMinuteDefault } from '#contract/limits.ts';

const exampleNext = 'https://leads.example.com/v1/api/leads?limit=50&cursor=WzE3OTk…';

export const responseHeaders = {
  'X-Request-Id': required(
    'Identifies this request in the server’s logs; quote it when you ask for help',
    '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69',
  ),
  'Error-Code': required('The reason, for programs', 'validation_failed', ErrorCode),
  'Error-Details': optional(
    'What exactly is wrong, for programs: an RFC 9651 list with one entry per field, or the names ' +
      `and numbers of the Error-Code. At most ${messagesMax} entries; the last one may count the rest`,
    '"title";rule=too_long;max=200, "email";rule=not_an_email',
  ),
  'Cache-Control': optional(
    'Responses hold personal data, so shared caches must not store them. The client itself may ' +
      'cache lists and pictures and revalidate them',
    'no-store',
  ),
  Location: required(
    'Path of the new record',
    '/v1/api/work-items/019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69',
  ),
  'Idempotent-Replayed': optional(
    'Present when this replays the response to an earlier call with the same Idempotency-Key',
    'true',
    constant('true'),
  ),
  Link: optional(
    'Absolute or relative URL of the next page (RFC 8288); absent on the last page',
    `<${exampleNext}>; rel="next"`,
  ),
  ETag: required(
    'Identifies this version. Send it as If-None-Match to revalidate a copy, or as If-Match to change only this version',
    '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  ),
  'Accept-Ranges': required('Range requests are supported', 'bytes', constant('bytes')),
  'Content-Range': required(
    'The bytes sent and the total size; only the total with 416',
    'bytes 0-65535/482113',
  ),
  'Content-Disposition': required(
    'Shown in the browser; the file name to save it under',
    'inline; filename="photo-019a85c2.jpg"',
  ),
  'X-Content-Type-Options': required(
    'Keeps browsers from guessing another content type',
    'nosniff',
    constant('nosniff'),
  ),
  'Content-Security-Policy': required(
    'Keeps browsers from running anything in the picture',
    "default-src 'none'; sandbox",
  ),
  'RateLimit-Policy': optional(
    'Requests (q) per window of seconds (w) for a key; absent without a limit',
    `"default";q=${requestsPerMinuteDefault};w=${rateWindowSeconds}`,
  ),
  RateLimit: optional(
    'Requests left in the window (r), and seconds until it resets (t)',
    `"default";r=${requestsPerMinuteDefault - 1};t=${rateWindowSeconds}`,
  ),
  'WWW-Authenticate': required('The authentication scheme: an API key', 'ApiKey'),
  'Retry-After': required('Seconds to wait before a retry', 2, {
    type: 'integer',
    minimum: 0,
  }),
};

export type HeaderName = keyof typeof responseHeaders;

// On every response, except to malformed HTTP.
export const everyHeader = ['X-Request-Id', 'Cache-Control'] as const;

// On every response to a caller with a valid key.
export const callerHeaders = [...everyHeader, 'RateLimit-Policy', 'RateLimit'] as const;

function required(description: string, example: unknown, schema: object = { type: 'string' }) {
  return { description, required: true, schema, example };
}

function optional(description: string, example: string, schema: object = { type: 'string' }) {
  return { description, schema, example };
}

function constant(value: string): object {
  return { type: 'string', const: value };
}
