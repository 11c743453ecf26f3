// What a caller is told of a refusal, within bounds: without them an answer can be a hundred times what was sent. All
// of it comes past here: answers, results of a batch, rows of an import, tools for assistants and the request log.
import {
  echoedLengthMax,
  messageLengthMax,
  messagesBytesLogged,
  messagesBytesMax,
  messagesMax,
} from '#contract/limits.ts';

// Of an error, besides its message and stack.
const errorFieldsMax = 6;

/** A name or value that a caller sent, as a message repeats it. */
export function echoed(text: string): string {
  return cutText(text, echoedLengthMax);
}

/** The first names of a list, and how many more there are. */
export function listed(names: readonly (string | number)[]): string {
  const shown = names.slice(0, messagesMax).join(', ');
  return names.length > messagesMax ? `${shown} ${rest(names.length - messagesMax)}` : shown;
}

/** The first messages, as many as there is room for as JSON, and how many more there are. */
export function cutMessages(messages: readonly string[], bytesMax = messagesBytesMax): string[] {
  const shown: string[] = [];
  let room = bytesMax;
  for (const message of messages.slice(0, messagesMax)) {
    const text = shown.length === 0 ? fitting(message, room) : cutText(message, messageLengthMax);
    room -= jsonBytesOf(text);
    if (room < 0) break;
    shown.push(text);
  }
  const left = messages.length - shown.length;
  return left > 0 ? [...shown, rest(left)] : shown;
}

/** The same for an error that may say only one thing. */
export function cutMessage(
  message: string | readonly string[],
  bytesMax?: number,
): string | string[] {
  return typeof message === 'string'
    ? cutMessages([message], bytesMax)[0]!
    : cutMessages(message, bytesMax);
}

/** An error as it is logged: the beginning of its stack and of its other fields, which can hold what a caller sent. */
export function cutError(error: object): Record<string, unknown> {
  const { message, stack, ...others } = error as Record<string, unknown>;
  const rest = Object.entries(others).slice(0, errorFieldsMax);
  return {
    message: fitting(String(message), echoedLengthMax * 3),
    stack: fitting(String(stack), messagesBytesLogged, messagesBytesLogged),
    ...Object.fromEntries(
      rest.map(([name, value]) => [fitting(name, echoedLengthMax), cutField(value)]),
    ),
  };
}

function cutField(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return fitting(
    typeof value === 'string' ? value : String(JSON.stringify(value)),
    echoedLengthMax,
  );
}

/** The first message is always told, if not all of it. */
function fitting(message: string, bytesMax: number, lengthMax = messageLengthMax): string {
  const text = cutText(message, lengthMax);
  return jsonBytesOf(text) <= bytesMax ? text : cutText(text, Math.floor(bytesMax / 6) - 1);
}

// Never in the middle of a character.
function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return `${text.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function rest(count: number): string {
  return `and ${count} more`;
}

// With the comma behind it. A control character takes six.
function jsonBytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) + 1;
}
