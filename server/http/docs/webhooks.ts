// The requests that the service sends to webhooks, in the OpenAPI document.
import { eventSchemaName } from '#contract/event.ts';
import { eventTypes } from '#contract/event-lists.ts';
import { webhookTimeoutMsMax } from '#contract/limits.ts';
import { eventMessage, messageHeaders, pingMessage } from './webhook-examples.ts';

const descriptions = {
  'webhook-id': 'Identifies this message for this webhook; the same for every retry and replay',
  'webhook-timestamp': 'When this attempt was sent, in seconds since 1970',
  'webhook-signature': 'One or two signatures, separated by a space',
};

/** By name, as components. */
export const messageParameters = Object.fromEntries(
  Object.entries(descriptions).map(([name, description]) => [
    name,
    {
      in: 'header',
      name,
      required: true,
      description,
      schema: { type: 'string' },
      example: messageHeaders[name],
    },
  ]),
);

const answers = {
  '2XX': { description: `Delivered. Respond within ${webhookTimeoutMsMax / 1000} seconds` },
  410: { description: 'The webhook is disabled' },
  default: { description: 'Failed: an event is sent again later' },
};

export const webhooks = Object.fromEntries([
  ...eventTypes.map((type) => {
    const event = componentRef('schemas', eventSchemaName(type));
    const schema = { allOf: [event, componentRef('schemas', 'MessageTime')] };
    const isExample = type === eventMessage.type;
    return [type, message(type, schema, isExample ? eventMessage : undefined)];
  }),
  ['ping', message('ping', componentRef('schemas', 'PingMessage'), pingMessage)],
]);

function message(type: string, schema: object, example?: object): object {
  const about =
    type === 'ping'
      ? 'Sent when the webhook is pinged; never retried.'
      : 'Sent at least once to each webhook that subscribes to this type.';
  return {
    post: {
      operationId: `receive ${type}`.replaceAll(/[ ._](\w)/g, (_, letter) => letter.toUpperCase()),
      summary: `Receive \`${type}\``,
      tags: ['Webhooks'],
      description: `${about} Messages are signed according to Standard Webhooks.`,
      security: [],
      parameters: Object.keys(descriptions).map((name) => componentRef('parameters', name)),
      requestBody: {
        required: true,
        description: 'The message',
        content: { 'application/json': { schema, example } },
      },
      responses: answers,
    },
  };
}

function componentRef(kind: string, name: string): object {
  return { $ref: `#/components/${kind}/${name}` };
}
