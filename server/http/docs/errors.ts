// Every error response, with bodies exactly as sent.
import {
  batchLeadsMax,
  bodyBytesMax,
  calendarLinksMax,
  cursorLengthMax,
  jsonDepthMax,
  photosPerItemMax,
  titleLengthMax,
  webhooksPerBrandMax,
} from '#contract/limits.ts';
import { unavailableMessages } from '../refusals/api-error.ts';
import { errorBody } from '../refusals/render-error.ts';
import { callerHeaders, everyHeader, type HeaderName } from './headers.ts';
import { type Examples, headerRefs, jsonContent, type ResponseDocs } from './response.ts';

export const eraseNotConfirmed =
  'must be true: deleting a customer erases all its personal data for good. To keep the data, ' +
  'archive the customer instead';

const statusesWithDetails = new Set([400, 404, 409]);

export const errorResponses = {
  InvalidLead: error(400, 'The body or the Idempotency-Key is invalid', {
    missing: [
      'Required fields are missing',
      [
        'customerName is required: send a non-empty string',
        'title is required: send a non-empty string',
      ],
    ],
    refused: [
      'Invalid values',
      [
        `title must be at most ${titleLengthMax} characters, got ${titleLengthMax + 1}`,
        'email must be an e-mail address such as jan@example.com',
        'priority must be one of low, medium, high, urgent',
      ],
    ],
    deep: [
      'JSON nested too deeply',
      [`body must not be nested deeper than ${jsonDepthMax} levels`],
    ],
    empty: ['No body', ['body must be a JSON object, got nothing']],
  }),
  InvalidBatch: error(400, 'The batch as a whole is invalid', {
    many: [
      'Too many leads',
      [`leads must have 1 to ${batchLeadsMax} items, got ${batchLeadsMax + 1}`],
    ],
  }),
  InvalidBody: error(400, 'The body is invalid', {
    refused: [
      'An unknown field and an invalid one',
      [
        'titel is not a known field: use title, description, status',
        'scheduledEnd must not be before scheduledStart',
      ],
    ],
    empty: ['No body', ['body must be a JSON object, got nothing']],
  }),
  InvalidWebhook: error(400, 'The body is invalid', {
    refused: ['A URL that is not allowed', ['url must begin with https://']],
  }),
  InvalidQuery: error(400, 'A query parameter is unknown or invalid', {
    refused: [
      'Invalid parameters',
      [
        'limit must be a whole number of at least 1',
        `cursor must be at most ${cursorLengthMax} characters, got ${cursorLengthMax + 1}`,
      ],
    ],
    cursor: [
      'A cursor of another list, sort or filter',
      [
        'cursor is not valid for this list, sort and filters: take it from the Link header, unchanged',
      ],
    ],
  }),
  InvalidUrl: error(400, 'The request URL is invalid', {
    encoding: [
      'Broken percent-encoding',
      'the address of the request is malformed: check its percent-encoding',
    ],
    parameter: [
      'A query parameter where none is supported',
      ['limit is not a known parameter: this endpoint takes none'],
    ],
  }),
  EraseNotConfirmed: error(400, 'The confirmation parameter is missing', {
    missing: ['Without erase=true', [`erase ${eraseNotConfirmed}`]],
  }),
  InvalidPictureSize: error(400, 'A query parameter is unknown or invalid', {
    size: ['Unknown size', ['size must be one of thumbnail']],
    parameter: ['Unknown parameter', ['width is not a known parameter: use size']],
  }),
  Unauthorized: error(
    401,
    'The API key is missing or invalid',
    {
      missing: ['No key', 'Send your API key in the X-API-Key header'],
      wrong: [
        'A mistyped key, or one of another service',
        'The API key is not known: check that it is complete and of this service',
      ],
      expired: ['An expired key', 'The API key has expired: use a new one'],
      revoked: ['A revoked key', 'The API key was revoked: use another one'],
    },
    [...everyHeader, 'WWW-Authenticate'],
  ),
  Forbidden: error(403, 'The key lacks the scope', {
    scope: ['A key without the required scope', 'This key lacks the scope leads:write'],
  }),
  NotFound: error(404, 'The brand has no such record', {
    unknown: [
      'An unknown id, or the id of another brand’s record',
      'There is no work item 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69',
    ],
    asset: [
      'A picture that does not exist, or not yet',
      'There is no asset 019a85c2-7a04-7d19-8e35-0c6b1f2a9d48',
    ],
  }),
  RequestTimeout: error(
    408,
    'The request took too long to arrive',
    {
      slow: ['A slow connection', 'the request took too long to arrive'],
    },
    ['X-Request-Id'],
  ),
  CallInProgress: error(
    409,
    'The first call with this Idempotency-Key is still in progress',
    {
      inProgress: [
        'A retry that came too early',
        'The first call with this Idempotency-Key is still under way',
      ],
    },
    [...callerHeaders, 'Retry-After'],
  ),
  PhotosConflict: error(
    409,
    'The lead or job has no room for the photos, or the first call with this Idempotency-Key is still in progress',
    {
      full: ['Too many photos', `A lead or job has at most ${photosPerItemMax} photos`],
      inProgress: [
        'A retry that came too early',
        'The first call with this Idempotency-Key is still under way',
      ],
    },
  ),
  MailConflict: error(
    409,
    'The customer cannot be mailed, or the first call with this Idempotency-Key is still in progress',
    {
      noAddress: ['A customer without an e-mail address', 'The customer has no e-mail address'],
      noReplyAddress: [
        'A brand without an address for replies',
        'The business has no e-mail address for replies: set it under Settings, E-mails to customers',
      ],
      inProgress: [
        'A first call that is still in progress',
        'The first call with this Idempotency-Key is still under way',
      ],
    },
  ),
  CustomerNotFound: error(404, 'The brand has no such customer', {
    unknown: [
      'An unknown id, or the id of another brand’s customer',
      'There is no customer 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a70',
    ],
    merged: [
      'A customer that was merged into another',
      'There is no customer 019a86d0-2b7c-7e15-94aa-6d0f8c3e1b52: it was merged into 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a70',
    ],
  }),
  MergeConflict: error(409, 'The customers cannot be merged, or the merge cannot be undone', {
    itself: ['A customer merged with itself', 'A customer cannot be merged with itself'],
    undone: ['A second undo', 'This merge has been undone already'],
  }),
  StateConflict: error(409, 'The state of the record does not allow this', {
    move: [
      'A move that is not allowed',
      'status cannot go from completed to lost: allowed from completed are in_progress',
    ],
  }),
  NothingToRescue: error(409, 'Nothing to rescue, or already rescued', {
    rescued: [
      'A second rescue',
      'Request 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69 was rescued already, as work item 019a85c3-10d2-7b6f-a1c4-7e5d3b2a1f08',
    ],
    other: [
      'A request that was not a refused lead',
      'No refused lead is stored for request 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69: there is nothing to rescue',
    ],
  }),
  IntakeConflict: error(409, 'The state of the intake does not allow this', {
    lead: [
      'It became a lead already',
      'Intake 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69 became a lead already, as work item 019a85c3-10d2-7b6f-a1c4-7e5d3b2a1f08',
    ],
    discarded: [
      'It was discarded',
      'Intake 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69 was discarded: restore it first',
    ],
  }),
  TooManyCalendarLinks: error(409, 'The brand has reached its limit of links', {
    full: [
      'Too many links',
      `The brand has ${calendarLinksMax} calendar links already: revoke one that is not used, or ask an owner to`,
    ],
  }),
  WebhookConflict: error(409, 'The state of the webhook or the brand does not allow this', {
    full: [
      'Too many webhooks',
      `A brand can have ${webhooksPerBrandMax} webhooks: delete one first`,
    ],
    paused: ['The webhook is not active', 'The webhook is paused: set its state to active first'],
    inProgress: ['A replay is still in progress', 'A replay of this webhook is still under way'],
  }),
  VersionMismatch: error(412, 'The record has another version than If-Match', {
    outdated: [
      'A concurrent change',
      'The work item 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69 was changed since you read it: read it again, then retry',
    ],
  }),
  BodyTooLarge: error(413, 'The body is too large', {
    large: ['A body over the limit', `body must be at most ${bodyBytesMax / 1024} KiB`],
  }),
  UnsupportedMediaType: error(415, 'The Content-Type is not JSON', {
    form: ['Another Content-Type', 'Content-Type must be application/json'],
  }),
  RangeNotSatisfiable: error(
    416,
    'The Range begins after the last byte',
    {
      beyond: ['A range beyond the end', 'Range must begin within the 482113 bytes of the picture'],
    },
    [...callerHeaders, 'Accept-Ranges', 'Content-Range'],
  ),
  IdempotencyKeyReused: error(422, 'This Idempotency-Key was used with another body', {
    reused: [
      'One key for two different leads',
      'Idempotency-Key was used before with another body: send a new key for a new lead',
    ],
  }),
  TooManyRequests: error(
    429,
    'Too many requests with this key, or too many with invalid keys from one client address',
    { limit: ['Over the limit', 'Too many requests; try again in 12 s'] },
    [...callerHeaders, 'Retry-After'],
  ),
  HeadersTooLarge: error(
    431,
    'The request line and headers are too large',
    {
      large: ['Headers over the limit', 'the address or the headers of the request are too large'],
    },
    ['X-Request-Id'],
  ),
  InternalError: error(500, 'An unexpected error in the service', {
    unexpected: ['Unexpected', 'Something went wrong on our side; please try again later'],
  }),
  ServiceUnavailable: error(
    503,
    'The service is overloaded or cannot write',
    {
      busy: ['Temporarily unavailable', unavailableMessages.plain],
      keyed: ['A create with an Idempotency-Key', unavailableMessages.keyed],
      unkeyed: ['A create without one', unavailableMessages.unkeyed],
    },
    [...callerHeaders, 'Retry-After'],
  ),
};

export type ErrorName = keyof typeof errorResponses;

function error(
  status: number,
  description: string,
  messages: Record<string, [summary: string, message: string | string[]]>,
  headers: readonly HeaderName[] = callerHeaders,
): ResponseDocs {
  const detailed = statusesWithDetails.has(status) ? (['Error-Details'] as const) : [];
  const examples: Examples = {};
  for (const [name, [summary, message]] of Object.entries(messages)) {
    examples[name] = [summary, errorBody(status, message)];
  }
  return {
    description,
    headers: headerRefs('Error-Code', ...detailed, ...headers),
    content: jsonContent('Error', examples),
  };
}
