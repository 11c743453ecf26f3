// Takes in a form post: tells spam from visitors, and stores it.
import { hash } from 'node:crypto';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import type { HeldReason } from '#contract/intake-lists.ts';
import { settingsOf } from '#core/intakes/channel-settings.ts';
import { splitControls } from '#core/intakes/form-controls.ts';
import { difficultyFor, judgeForm, noProofPerHourMax } from '#core/intakes/judge-form.ts';
import type { SentBody } from '#core/intakes/read-sent.ts';
import { isObject } from '#core/reading/read-field.ts';
import {
  type Arrival,
  contentHash,
  type IntakeOutcome,
  type IntakeParts,
  leadOf,
  receiveIntake,
  splitSent,
} from '#intakes/receive-intake.ts';
import type { TimeBudget } from '#runner/time-budget.ts';
import { type CheckedProof, Challenges } from './challenges.ts';
import { knownLanguage } from './pages/visitor-language.ts';
import { PostCounts } from './post-counts.ts';
import { RecentPosts } from './recent-posts.ts';
import { Visits } from './visit.ts';

interface FormPost {
  open: OpenChannel;
  id: string;
  receivedAt: number;
  address: string;
  contentType: string | null;
  body: SentBody;
  /** `lang` of the query. */
  lang: unknown;
  isFromOtherSite: boolean;
  /** The posts of the address and of the channel in the last minute, without this one. */
  counts: { postsOfAddress: number; postsOfChannel: number };
  budget: TimeBudget;
}

export interface TakenPost {
  outcome: IntakeOutcome;
  /** Of the visitor, for a form that is shown again. */
  visit: string;
  /** Asked for by the page; may be empty. */
  language: string;
  values: Record<string, string>;
}

const hourMs = 60 * 60 * 1000;
// A visitor corrects a form a few times with the same proof; only a lead uses it up.
const refusalsPerProofMax = 10;

export class FormPosts {
  readonly #parts: IntakeParts;
  readonly #challenges: Challenges;
  readonly #visits: Visits;
  readonly #recent = new RecentPosts();
  readonly #noProof = new PostCounts(hourMs);
  readonly #proofs = new PostCounts(hourMs);

  constructor(parts: IntakeParts, secret: string) {
    this.#parts = parts;
    this.#challenges = new Challenges(secret);
    this.#visits = new Visits(secret);
  }

  /** A challenge for a form that is opened now. */
  async opened(
    channelId: string,
    counts: FormPost['counts'],
    now: number,
  ): Promise<{ challenge: unknown; visit: string }> {
    const challenge = await this.#challenges.issue(channelId, difficultyFor(counts), now);
    return { challenge, visit: this.#visits.newVisit(channelId, now) };
  }

  async take(post: FormPost): Promise<TakenPost> {
    const { open, body, address } = post;
    const channelId = open.channel.id;
    const { controls, fields } = splitControls(body.sent);
    const checked = await this.#challenges.check(channelId, controls.proof);
    const known = this.#visits.readVisit(channelId, controls.visit);
    const visit = known ? controls.visit : this.#visits.newVisit(channelId, post.receivedAt);
    const sent = withLeftOut(fields, body.filesLeftOut);
    const content = contentHash({ sent: sent ?? body.body, files: body.files });
    // Without a proof and a visit, only the same words from the same address are the same post.
    const sameSender = known?.id ?? address;
    const onceKey = onceKeyOf(
      channelId,
      checked.challengeId === null ? [sameSender, content] : [checked.challengeId],
    );
    // Who goes back after a lead and corrects it has the same proof: that post counts as one without.
    const otherOnceKey = () =>
      known && this.#mayPassWithoutProof(channelId)
        ? onceKeyOf(channelId, [known.id, content])
        : null;
    const lead = sent === null ? {} : leadOf(open, sent);
    const isShown = known !== null || isAllShown(open, fields, lead);
    const arrival: Omit<Arrival, 'heldReason'> = {
      open,
      id: post.id,
      receivedAt: post.receivedAt,
      contentType: post.contentType,
      body: body.body,
      bodyEncoding: body.bodyEncoding,
      sent,
      files: body.files,
      onceKey,
      otherOnceKey,
      visit: isShown ? (known ?? this.#visits.readVisit(channelId, visit))!.id : null,
      language: knownLanguage(controls.language || post.lang),
      messageKey: null,
    };
    const outcome = await this.#recent.once(onceKeyOf(onceKey, [content]), () => {
      const openedMsAgo = known && post.receivedAt - known.openedAt;
      const { isHoneypotFilled } = controls;
      const isOne = sent === null || splitSent(open, sent)?.length === 1;
      const heldReason =
        this.#judge(post, { checked, openedMsAgo, isHoneypotFilled }) ??
        (isOne ? null : 'several_leads');
      return receiveIntake(this.#parts, post.budget, { ...arrival, heldReason });
    });
    const values = { ...textsIn(fields), ...textsIn(lead) };
    return { outcome, visit, language: controls.language, values };
  }

  #mayPassWithoutProof(channelId: string): boolean {
    const isAllowed = this.#noProof.of(channelId) < noProofPerHourMax;
    if (isAllowed) this.#noProof.add(channelId);
    return isAllowed;
  }

  #judge(
    { open, counts, isFromOtherSite }: FormPost,
    {
      checked: { proof, challengeId },
      ...facts
    }: { checked: CheckedProof; openedMsAgo: number | null; isHoneypotFilled: boolean },
  ): HeldReason | null {
    const { id } = open.channel;
    const noProofOfChannel = this.#noProof.of(id);
    const reason = judgeForm({ ...facts, ...counts, isFromOtherSite, proof, noProofOfChannel });
    if (reason !== null) return reason;
    if (challengeId === null) this.#noProof.add(id);
    else if (this.#proofs.add(challengeId) > refusalsPerProofMax) return 'proof_reused';
    return null;
  }
}

function onceKeyOf(first: string, rest: readonly string[]): string {
  return hash('sha256', JSON.stringify([first, ...rest]), 'base64url');
}

/** The submission tells how many files could not be kept. */
function withLeftOut(fields: unknown, count: number): unknown {
  return count === 0 || !isObject(fields) ? fields : { ...fields, filesLeftOut: String(count) };
}

/**
 * Whether the form that a refused visitor gets has all of their words. Otherwise the correction does not
 * replace the refused post of a website's own form.
 */
function isAllShown(
  { channel }: OpenChannel,
  fields: unknown,
  lead: Record<string, unknown>,
): boolean {
  const shown = new Set<unknown>(settingsOf(channel).fields.map(({ field }) => lead[field]));
  const sent: unknown[] = isObject(fields) ? Object.values(fields) : [fields];
  return sent.every((value) => value === '' || shown.has(value));
}

function textsIn(fields: unknown): Record<string, string> {
  const all = isObject(fields) ? Object.entries(fields) : [];
  return Object.fromEntries(
    all.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
