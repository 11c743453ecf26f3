// Whether a form post looks like spam, and how much work the next one must prove. A post that looks like
// spam is held for a person, never dropped.
import type { HeldReason } from '#contract/intake-lists.ts';
import { formPostsPerMinuteMax } from '#contract/limits.ts';

export interface FormFacts {
  /** The field that no person sees. */
  isHoneypotFilled: boolean;
  /** Posted by a website that the channel does not list. */
  isFromOtherSite: boolean;
  /** Null when the page did not say, which is so without JavaScript on a website of one's own. */
  openedMsAgo: number | null;
  /** `unknown`: sent, but it cannot be checked any more, as after a change of the secret. */
  proof: 'valid' | 'invalid' | 'none' | 'unknown';
  /** Of this address to the channel, within the last minute, without this one. */
  postsOfAddress: number;
  /** Of all addresses to the channel, within the last minute, without this one. */
  postsOfChannel: number;
  /** Accepted by the channel without a proof, within the last hour. */
  noProofOfChannel: number;
}

// A person needs longer for a name alone.
const fillingMsMin = 2_000;
// Without JavaScript there is no proof; websites get few such visitors.
export const noProofPerHourMax = 5;

export function judgeForm(facts: FormFacts): HeldReason | null {
  if (facts.isHoneypotFilled) return 'honeypot';
  if (facts.proof === 'invalid') return 'proof_invalid';
  if (facts.postsOfAddress >= formPostsPerMinuteMax) return 'too_many';
  // Of all reasons that may befall a real visitor, the one that the owner can mend.
  if (facts.isFromOtherSite) return 'other_site';
  if (facts.openedMsAgo !== null && facts.openedMsAgo < fillingMsMin) return 'too_fast';
  if (facts.proof !== 'valid' && facts.noProofOfChannel >= noProofPerHourMax) return 'no_proof';
  return null;
}

// Attempts at about 2 ms each: at most a fifth of a second, and 6 s for who posts a lot.
const attemptsMin = 100;
const attemptsMax = 3_000;
// The attempts double for each of them.
const postsOfAddressPerDoubling = 2;
const postsOfChannelPerDoubling = 60;
// At most 0.8 s for a visitor while others flood the channel.
const channelDoublingsMax = 2;

/** The most attempts that the next proof takes: its sender pays for a flood, other visitors little. */
export function difficultyFor({
  postsOfAddress,
  postsOfChannel,
}: Pick<FormFacts, 'postsOfAddress' | 'postsOfChannel'>): number {
  const doublings =
    Math.floor(postsOfAddress / postsOfAddressPerDoubling) +
    Math.min(channelDoublingsMax, Math.floor(postsOfChannel / postsOfChannelPerDoubling));
  return Math.min(attemptsMax, attemptsMin * 2 ** Math.min(doublings, 30));
}
