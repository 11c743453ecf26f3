// Reads a lead that was found in what came in, by the rules of the API and of the form's settings.
import { digitsOf } from '../customers/match-keys.ts';
import { readLeadSubmission } from '../leads/read-lead-submission.ts';
import { about, type FieldMessage } from '../reading/field-message.ts';
import type { ChannelRecord } from '../records.ts';
import { readingOf, settingsOf } from './channel-settings.ts';
import { isOwnForm } from './lead-from-sent.ts';
import { missingFields } from './own-form.ts';

interface Sent {
  channel: Pick<ChannelRecord, 'type' | 'name' | 'settings'>;
  sent: unknown;
  fileCount: number;
}

export function readFoundLead(
  found: Record<string, unknown>,
  { channel, sent, fileCount }: Sent,
): ReturnType<typeof readLeadSubmission> {
  const { type } = channel;
  const { map, fields } = settingsOf(channel);
  const reading = readLeadSubmission(found);
  const isOwn = isOwnForm(readingOf(channel), sent);
  const isPhoneMapped = !isOwn && Object.hasOwn(map ?? {}, 'phone');
  const messages = [
    ...(isOwn ? missingFields(fields, { sent, fileCount }) : []),
    ...(type === 'mail' || isPhoneMapped ? [] : phoneMessages(found['phone'])),
  ];
  if (messages.length === 0) return reading;
  const named = new Set(messages.map(({ field }) => field));
  const others = (reading.messages ?? []).filter(({ field }) => !named.has(field));
  return { messages: [...messages, ...others] };
}

const phoneDigitsMin = 3;

/** "bel na 5" is no number to call, and would match everybody else's that has just a 5. */
function phoneMessages(phone: unknown): FieldMessage[] {
  if (typeof phone !== 'string' || digitsOf(phone).length >= phoneDigitsMin) return [];
  return [about('phone', 'no_digit', `must have at least ${phoneDigitsMin} digits`)];
}
