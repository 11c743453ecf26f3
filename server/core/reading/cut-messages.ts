// Bounds the messages of a refusal: unbounded, a response can be a hundred times the size of its request.
// Responses, batch results, import rows, MCP tools and the request log all use it.
import {
  echoedLengthMax,
  messageLengthMax,
  messagesBytesLogged,
  messagesBytesMax,
  messagesMax,
} from '#contract/limits.ts';

// The fields of an error besides its message and stack.
const errorFieldsMax = 6;

/** A caller's name or value, truncated for repetition in a message. */
export function echoed(text: string): string {
  return cutText(text, echoedLengthMax);
}

/** The first names of a list, and the count of the rest. */
export function listed(names: readonly (string | number)[]): string {
  const shown = names.slice(0, messagesMax).join(', ');
  return names.length > messagesMax ? `${shown} ${rest(names.length - messagesMax)}` : shown;
}

/** The first messages that fit as JSON, and the count of the rest. */
export function cutMessages(messages: readonly string[], bytesMax = messagesBytesMax): string[] {
  const shown: string[] = [];
  let bytesLeft = bytesMax;
  for (const message of messages.slice(0, messagesMax)) {
    const text =
      shown.length === 0 ? fitting(message, bytesLeft) : cutText(message, messageLengthMax);
    bytesLeft -= jsonBytesOf(text);
    if (bytesLeft < 0) break;
    shown.push(text);
  }
  const left = messages.length - shown.length;
  return left > 0 ? [...shown, rest(left)] : shown;
}

/** `cutMessages` for an error with one message or several. */
export function cutMessage(
  message: string | readonly string[],
  bytesMax?: number,
): string | string[] {
  return typeof message === 'string'
    ? cutMessages([message], bytesMax)[0]!
    : cutMessages(message, bytesMax);
}

/** An error for the log, with all fields truncated: they can contain data that a caller sent. */
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

/** Truncates text to fit; at worst, every character takes six bytes as JSON. */
function fitting(message: string, bytesMax: number, lengthMax = messageLengthMax): string {
  const text = cutText(message, lengthMax);
  return jsonBytesOf(text) <= bytesMax ? text : cutText(text, Math.floor(bytesMax / 6) - 1);
}

// Never splits a surrogate pair.
function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return `${text.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function rest(count: number): string {
  return `and ${count} more`;
}

// Includes the comma that follows it.
function jsonBytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) + 1;
}
