// Every error an operation can answer, with bodies as they are really sent.
import {
  batchLeadsMax,
  bodyBytesMax,
  calendarLinksMax,
  cursorLengthMax,
  jsonDepthMax,
  titleLengthMax,
  webhooksPerBrandMax,
} from '#contract/limits.ts';
import { unavailableMessages } from '../refusals/api-error.ts';
import { errorBody } from '../refusals/render-error.ts';
import { notMeant } from './erase-not-meant.ts';
import { callerHeaders, everyHeader, type HeaderName } from './headers.ts';
import { type Answer, type Example, headers, json } from './answer.ts';

type Messages = Record<string, { summary: string; message: string | string[] }>;

export const errorResponses = {
  InvalidLead: error(400, 'The body or the Idempotency-Key is not as it should be', callerHeaders, {
    missing: {
      summary: 'Required fields are missing',
      message: [
        'customerName is required: send a non-empty string',
        'title is required: send a non-empty string',
      ],
    },
    refused: {
      summary: 'Values that break a rule',
      message: [
        `title must be at most ${titleLengthMax} characters, got ${titleLengthMax + 1}`,
        'email must be an e-mail address such as jan@example.com',
        'priority must be one of low, medium, high, urgent',
      ],
    },
    deep: {
      summary: 'JSON that is nested too deeply',
      message: [`body must not be nested deeper than ${jsonDepthMax} levels`],
    },
    empty: {
      summary: 'No body',
      message: ['body must be a JSON object, got nothing'],
    },
  }),
  InvalidBatch: error(400, 'The batch as a whole is not as it should be', callerHeaders, {
    many: {
      summary: 'Too many leads',
      message: [`leads must have 1 to ${batchLeadsMax} items, got ${batchLeadsMax + 1}`],
    },
  }),
  InvalidBody: error(400, 'The body is not as it should be', callerHeaders, {
    refused: {
      summary: 'Fields that break a rule, and one that there is not',
      message: [
        'titel is not a known field: use title, description, status',
        'scheduledEnd must not be before scheduledStart',
      ],
    },
    empty: { summary: 'No body', message: ['body must be a JSON object, got nothing'] },
  }),
  InvalidWebhook: error(400, 'The body is not as it should be', callerHeaders, {
    refused: {
      summary: 'An address that is not sent to',
      message: ['url must begin with https://'],
    },
  }),
  InvalidQuery: error(400, 'A query parameter is unknown or not as it should be', callerHeaders, {
    refused: {
      summary: 'Parameters that break a rule',
      message: [
        'limit must be a whole number of at least 1',
        `cursor must be at most ${cursorLengthMax} characters, got ${cursorLengthMax + 1}`,
      ],
    },
    cursor: {
      summary: 'A cursor of another list, sort or filter',
      message: [
        'cursor is not valid for this list, sort and filters: take it from the Link header, unchanged',
      ],
    },
  }),
  InvalidAddress: error(400, 'The address of the request is not as it should be', callerHeaders, {
    encoding: {
      summary: 'Broken percent-encoding',
      message: 'the address of the request is malformed: check its percent-encoding',
    },
    parameter: {
      summary: 'A query parameter, where none is taken',
      message: ['limit is not a known parameter: this endpoint takes none'],
    },
  }),
  EraseNotMeant: error(400, 'The parameter that says that it is meant is missing', callerHeaders, {
    missing: { summary: 'Without erase=true', message: [notMeant] },
  }),
  InvalidSize: error(400, 'A query parameter is unknown or not as it should be', callerHeaders, {
    size: { summary: 'A size that there is not', message: ['size must be one of thumbnail'] },
    parameter: {
      summary: 'Another parameter',
      message: ['width is not a known parameter: use size'],
    },
  }),
  Unauthorized: error(
    401,
    'There is no API key, or it is not valid',
    [...everyHeader, 'WWW-Authenticate'],
    {
      missing: { summary: 'No key', message: 'Send your API key in the X-API-Key header' },
      wrong: {
        summary: 'A key that is mistyped, expired or revoked',
        message: 'The API key in X-API-Key is not valid: it is mistyped, expired or revoked',
      },
    },
  ),
  Forbidden: error(403, 'The key is good but lacks the scope', callerHeaders, {
    scope: {
      summary: 'A key without the scope of the operation',
      message: 'This key lacks the scope leads:write',
    },
  }),
  NotFound: error(404, 'The brand has no such record', callerHeaders, {
    unknown: {
      summary: 'An identifier of nothing, or of another brand’s record',
      message: 'There is no work item 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69',
    },
    asset: {
      summary: 'A picture that is not there, or not yet',
      message: 'There is no asset 019a85c2-7a04-7d19-8e35-0c6b1f2a9d48',
    },
  }),
  RequestTimeout: error(408, 'The request took too long to arrive', ['X-Request-Id'], {
    slow: { summary: 'A slow connection', message: 'the request took too long to arrive' },
  }),
  StillUnderWay: error(
    409,
    'The first call with this Idempotency-Key is not done yet',
    [...callerHeaders, 'Retry-After'],
    {
      underWay: {
        summary: 'A retry that came too soon',
        message: 'The first call with this Idempotency-Key is still under way',
      },
    },
  ),
  NoCustomer: error(404, 'The brand has no such customer', callerHeaders, {
    unknown: {
      summary: 'An identifier of nothing, or of another brand’s customer',
      message: 'There is no customer 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a70',
    },
    merged: {
      summary: 'A customer that has become part of another',
      message:
        'There is no customer 019a86d0-2b7c-7e15-94aa-6d0f8c3e1b52: it was merged into 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a70',
    },
  }),
  RefusedMerge: error(
    409,
    'The customers are not in a state in which this can be done',
    callerHeaders,
    {
      itself: {
        summary: 'A customer and itself',
        message: 'A customer cannot be merged with itself',
      },
      undone: { summary: 'A second undoing', message: 'This merge has been undone already' },
    },
  ),
  RefusedMove: error(409, 'The record is not in a state in which this can be done', callerHeaders, {
    move: {
      summary: 'A move that is not allowed',
      message: 'status cannot go from completed to lost: allowed from completed are in_progress',
    },
  }),
  RescuedAlready: error(409, 'There is nothing to rescue, or not any more', callerHeaders, {
    rescued: {
      summary: 'A second rescue',
      message:
        'Request 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69 was rescued already, as work item 019a85c3-10d2-7b6f-a1c4-7e5d3b2a1f08',
    },
    other: {
      summary: 'A request that was no refused lead',
      message:
        'Of request 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69 no refused lead is kept: there is nothing to rescue',
    },
  }),
  TooManyLinks: error(409, 'The brand has as many links as it can have', callerHeaders, {
    full: {
      summary: 'Links that nobody uses any more',
      message: `The brand has ${calendarLinksMax} calendar links already: revoke one that is not used, or ask an owner to`,
    },
  }),
  WebhookConflict: error(
    409,
    'The webhook, or the brand, is not in a state for this',
    callerHeaders,
    {
      full: {
        summary: 'As many webhooks as there can be',
        message: `A brand can have ${webhooksPerBrandMax} webhooks: delete one first`,
      },
      paused: {
        summary: 'Nothing is sent to a webhook that is not active',
        message: 'The webhook is paused: set its state to active first',
      },
      underWay: {
        summary: 'The one before is not done yet',
        message: 'A replay of this webhook is still under way',
      },
    },
  ),
  ChangedMeanwhile: error(
    412,
    'The record has another version than If-Match asks for',
    callerHeaders,
    {
      outdated: {
        summary: 'Somebody else was faster',
        message:
          'The work item 019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69 was changed since you read it: read it again, then retry',
      },
    },
  ),
  BodyTooLarge: error(413, 'The body is too large', callerHeaders, {
    large: {
      summary: 'A body over the limit',
      message: `body must be at most ${bodyBytesMax / 1024} KiB`,
    },
  }),
  NotJson: error(415, 'The body is not announced as JSON', callerHeaders, {
    form: { summary: 'Another Content-Type', message: 'Content-Type must be application/json' },
  }),
  OutOfRange: error(
    416,
    'The Range begins after the last byte',
    [...callerHeaders, 'Accept-Ranges', 'Content-Range'],
    {
      beyond: {
        summary: 'Bytes that are not there',
        message: 'Range must begin within the 482113 bytes of the picture',
      },
    },
  ),
  KeyReused: error(422, 'This Idempotency-Key belongs to another body', callerHeaders, {
    reused: {
      summary: 'One key for two different leads',
      message: 'Idempotency-Key was used before with another body: send a new key for a new lead',
    },
  }),
  TooManyRequests: error(
    429,
    'Too many requests with this key, or too many with a wrong key from one address',
    [...callerHeaders, 'Retry-After'],
    { limit: { summary: 'Over the limit', message: 'Too many requests; try again in 12 s' } },
  ),
  HeadersTooLarge: error(431, 'The request line and headers are too large', ['X-Request-Id'], {
    large: {
      summary: 'Too much before the body',
      message: 'the address or the headers of the request are too large',
    },
  }),
  InternalError: error(500, 'Something went wrong in the service', callerHeaders, {
    unexpected: {
      summary: 'Unexpected',
      message: 'Something went wrong on our side; please try again later',
    },
  }),
  Unavailable: error(
    503,
    'The service is too busy or cannot store anything at the moment',
    [...callerHeaders, 'Retry-After'],
    {
      busy: { summary: 'For a short time', message: unavailableMessages.plain },
      keyed: { summary: 'A create with an Idempotency-Key', message: unavailableMessages.keyed },
      unkeyed: { summary: 'A create without one', message: unavailableMessages.unkeyed },
    },
  ),
};

export type ErrorName = keyof typeof errorResponses;

function error(
  status: number,
  description: string,
  headerNames: readonly HeaderName[],
  messages: Messages,
): Answer {
  const examples = Object.entries(messages).map(
    ([name, { summary, message }]): [string, Example] => [
      name,
      { summary, value: errorBody(status, message) },
    ],
  );
  return {
    description,
    headers: headers(...headerNames),
    content: json('Error', Object.fromEntries(examples)),
  };
}
