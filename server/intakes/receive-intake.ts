// The one way in for forms, hooks and mail. When it returns, what came in is on disk: as a lead, or as
// an intake that is held or refused.
import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import type { LeadRequest, LeadResult } from '#actions/leads/create-leads.ts';
import { channelRoute } from '#actions/intakes/settle-intakes.ts';
import type { Language } from '#contract/account-lists.ts';
import type { HeldReason } from '#contract/intake-lists.ts';
import { systemAuthor } from '#core/author.ts';
import { boundLead } from '#core/intakes/bound-lead.ts';
import { readingOf } from '#core/intakes/channel-settings.ts';
import { leadFromSent } from '#core/intakes/lead-from-sent.ts';
import type { MailReply } from '#core/intakes/mail-reply.ts';
import { splitLeads } from '#core/intakes/several-leads.ts';
import { intakeRefusal } from '#core/intakes/intake-refusal.ts';
import { hashOfJson } from '#core/leads/body-hash.ts';
import { readFoundLead } from '#core/intakes/read-found-lead.ts';
import type { FieldMessage } from '#core/reading/field-message.ts';
import type { IntakeFileRecord, IntakeRecord } from '#core/records.ts';
import { DatabaseUnavailable } from '#db/database.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import type { TimeBudget } from '#runner/time-budget.ts';

export interface IntakeParts {
  runner: ActionRunner;
  intake: LeadIntakeQueue;
}

interface ArrivedFile {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface Arrival {
  open: OpenChannel;
  /** Begins with the time. Also the X-Request-Id of a post. */
  id: string;
  receivedAt: number;
  contentType: string | null;
  /** As it came; null for a form with files. */
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
  /** What was read from the body; null when it cannot be read. */
  sent: unknown;
  files: readonly ArrivedFile[];
  heldReason: HeldReason | null;
  /** The same for a repeated post, such as a double click. */
  onceKey: string;
  /** When another post has used the key: the key that this one may use instead, if any. */
  otherOnceKey?: () => string | null;
  /** The same for the posts of one visitor, who may correct a refused one. */
  visit: string | null;
  /** Of the form that the visitor saw. */
  language: Language | null;
  /** The hash of a mail's Message-ID, for replies to it. */
  messageKey: string | null;
  /** Set for a mail. */
  mail?: {
    /** The same for two deliveries of it, whose headers may differ. */
    contentHash: string;
    reply: MailReply;
  };
}

export type IntakeOutcome =
  | { state: 'lead'; id: string; workItemId: string }
  | { state: 'held'; id: string; reason: HeldReason }
  | { state: 'refused'; id: string; messages: FieldMessage[] };

/** Throws when nothing could be stored: the sender has to try again. */
export async function receiveIntake(
  { runner, intake: queue }: IntakeParts,
  budget: TimeBudget,
  arrival: Arrival,
): Promise<IntakeOutcome> {
  const { open, sent } = arrival;
  const found = sent === null ? null : leadOf(open, sent);
  const fileCount = arrival.files.length;
  const { lead, messages } = readFoundLead(found ?? {}, { ...open, sent, fileCount });
  const heldReason = arrival.heldReason ?? (sent === null ? 'unreadable' : null);
  const keep = async (
    state: 'held' | 'refused',
    reason: HeldReason | null,
  ): Promise<IntakeOutcome> => {
    const refusal = messages && state === 'refused' ? intakeRefusal(messages) : null;
    const record = recordOf(arrival, { state, reason, refusal, found });
    const files = filesOf(arrival);
    const kept = await budget.spend((waitMsMax) =>
      runner.run('keepIntake', { intake: record, files }, { waitMsMax, caller: record.channelId! }),
    );
    return kept.workItemId === null
      ? outcomeOf(kept.id, state, { reason, messages })
      : { state: 'lead', id: kept.id, workItemId: kept.workItemId };
  };
  if (heldReason !== null) return keep('held', heldReason);
  const record = recordOf(arrival, { state: 'lead', reason: null, refusal: null, found });
  const joined = await addToThread({ runner, budget, arrival, record });
  if (joined) return { state: 'lead', ...joined };
  if (messages) return keep('refused', null);
  const accepted = await findAccepted({ runner, budget, arrival });
  if (accepted) return { state: 'lead', ...accepted };

  const result = await submitUntilSettled(queue, budget, {
    ...sideOf(open),
    author: { ...systemAuthor, requestId: arrival.id },
    lead,
    rawBody: JSON.stringify({ ...found, sent }),
    receivedAt: arrival.receivedAt,
    language: arrival.language,
    files: arrival.files.map(({ name }, position) => ({ intakeId: arrival.id, position, name })),
    origin: { arrived: record, files: filesOf(arrival), messageKey: arrival.messageKey },
    idempotency: {
      route: channelRoute,
      key: arrival.onceKey,
      bodyHash: contentHashOf(arrival),
      photoWaitMs: 0,
    },
  });
  switch (result.outcome) {
    case 'created':
    case 'replayed':
      return { state: 'lead', id: arrival.id, workItemId: result.workItemId };
    // A proof of work that was used for something else.
    case 'key_reused': {
      const onceKey = arrival.otherOnceKey?.() ?? null;
      if (onceKey === null) return keep('held', 'proof_reused');
      const { otherOnceKey: _used, ...rest } = arrival;
      return receiveIntake({ runner, intake: queue }, budget, { ...rest, onceKey });
    }
    case 'failed':
      return keep('held', 'not_stored');
    default:
      throw new DatabaseUnavailable(`the lead of a channel was ${result.outcome}`);
  }
}

const triesMax = 20;
const retryMs = 100;

/** The first of two posts may be in flight on another server, which does not notify this one. */
async function submitUntilSettled(
  queue: LeadIntakeQueue,
  budget: TimeBudget,
  request: LeadRequest,
): Promise<LeadResult> {
  for (let tries = 1; ; tries++) {
    const result = await queue.submit(budget, request);
    if (result.outcome !== 'in_flight' || tries === triesMax) return result;
    await wait(retryMs);
  }
}

/** The same for the same words and files. */
export function contentHash({ sent, files }: Pick<Arrival, 'sent' | 'files'>): string {
  if (files.length === 0) return hashOfJson(sent);
  return hashOfJson([sent, files.map(({ name, bytes }) => [name, hash('sha256', bytes)])]);
}

/** A reply belongs to the lead of its thread. Null for anything else. */
async function addToThread({
  runner,
  budget,
  arrival,
  record: intake,
}: {
  runner: ActionRunner;
  budget: TimeBudget;
  arrival: Arrival;
  record: IntakeRecord;
}): Promise<{ id: string; workItemId: string } | null> {
  const { open, mail, messageKey } = arrival;
  if (!mail) return null;
  const { brandLanguage: language, testOf } = open;
  const { reply } = mail;
  const { brandId, onceKey } = intake;
  const { threadKeys } = reply;
  // First without its bytes: most mails are new.
  const { earlier, isReply } = await budget.spend((waitMsMax) =>
    runner.run(
      'findMail',
      { brandId, onceKey, threadKeys },
      { waitMsMax, caller: open.channel.id },
    ),
  );
  if (earlier || !isReply) return earlier;
  const files = filesOf(arrival);
  const input = { intake, files, messageKey, reply, language, isTest: testOf !== null };
  return budget.spend((waitMsMax) =>
    runner.run('addMailToLead', input, { waitMsMax, caller: open.channel.id }),
  );
}

export function leadOf({ channel }: OpenChannel, sent: unknown): Record<string, unknown> {
  return boundLead(leadFromSent(readingOf(channel), sent));
}

/** See `splitLeads`. */
export function splitSent({ channel }: OpenChannel, sent: unknown): unknown[] | null {
  return splitLeads(readingOf(channel), sent);
}

function sideOf({ channel: { brandId }, brandCountry, brandLanguage, testOf }: OpenChannel) {
  return { brandId, brandCountry, brandLanguage, isTest: testOf !== null };
}

function recordOf(
  arrival: Arrival,
  {
    found,
    ...outcome
  }: Pick<IntakeRecord, 'state' | 'reason' | 'refusal'> & { found: object | null },
): IntakeRecord {
  const { open, id, receivedAt, contentType, body, bodyEncoding, sent, visit, language } = arrival;
  const { brandId, id: channelId, type } = open.channel;
  return {
    brandId,
    id,
    channelId,
    source: type,
    ...outcome,
    lead: found && JSON.stringify(found),
    sent: sent === null ? null : JSON.stringify(sent),
    contentType,
    body,
    bodyEncoding,
    fileCount: arrival.files.length,
    workItemId: null,
    onceKey: onceKeyOf(arrival, outcome.state),
    visit,
    language,
    receivedAt,
    discardedAt: null,
    decidedBy: null,
  };
}

/** A refused post may be corrected and sent again by the same visitor, so the words are part of it. */
function onceKeyOf(arrival: Arrival, state: IntakeRecord['state']): string {
  const text = `${state} ${arrival.onceKey} ${contentHashOf(arrival)}`;
  return hash('sha256', text, 'base64url');
}

// As long as senders repeat what was refused.
const repeatedMs = 3 * 24 * 60 * 60 * 1000;

/** A sender may repeat a post that was refused, and taken in since then. */
function findAccepted({
  runner,
  budget,
  arrival,
}: {
  runner: ActionRunner;
  budget: TimeBudget;
  arrival: Arrival;
}): Promise<{ id: string; workItemId: string } | null> {
  const { brandId, id: caller } = arrival.open.channel;
  const onceKeys = [onceKeyOf(arrival, 'refused'), onceKeyOf(arrival, 'held')];
  const wanted = { brandId, onceKeys, since: arrival.receivedAt - repeatedMs };
  return budget.spend((waitMsMax) =>
    runner.run('findAcceptedIntake', wanted, { waitMsMax, caller }),
  );
}

// Of a large body it takes long, and it is needed several times.
const hashes = new WeakMap<Arrival, string>();

function contentHashOf(arrival: Arrival): string {
  const { sent, files, mail } = arrival;
  const known = mail?.contentHash ?? hashes.get(arrival) ?? contentHash({ sent, files });
  hashes.set(arrival, known);
  return known;
}

function filesOf({ open, id, files }: Arrival): IntakeFileRecord[] {
  return files.map(({ name, contentType, bytes }, position) => ({
    brandId: open.channel.brandId,
    intakeId: id,
    position,
    name,
    contentType,
    sizeBytes: bytes.length,
    bytes: Buffer.from(bytes).toString('base64'),
  }));
}

function outcomeOf(
  id: string,
  state: 'held' | 'refused',
  { reason, messages = [] }: { reason: HeldReason | null; messages?: FieldMessage[] | undefined },
): IntakeOutcome {
  return state === 'held' ? { state, id, reason: reason! } : { state, id, messages };
}
