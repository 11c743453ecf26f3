// The proof of work that keeps spam out, without a third party.
import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

interface Proof {
  /** While the visitor types. */
  begin(): void;
  /** Empty when there is none: then the server decides without it. */
  text(): Promise<string>;
  /** It is good for one lead. */
  discard(): void;
}

interface Solved {
  text: string;
  expiresAt: number;
}

// The browser's own threads do the work; more than these would slow down a phone.
const solversMax = 4;
const solvingMsMax = 60_000;
// For the clock of the device, and for sending large photos.
const marginSeconds = 120;

export function makeProof(url: string): Proof {
  let solving: Promise<Solved | null> | null = null;
  const begin = () => (solving ??= solve(url).catch(() => null));
  return {
    begin: () => void begin(),
    async text() {
      let solved = await begin();
      if (!solved || solved.expiresAt - marginSeconds < Date.now() / 1000) {
        solving = null;
        solved = await begin();
      }
      return solved?.text ?? '';
    },
    discard() {
      solving = null;
    },
  };
}

async function solve(url: string): Promise<Solved | null> {
  // Absent on a page without https.
  if (!globalThis.crypto?.subtle) return null;
  const answer = await fetch(url, { credentials: 'omit' });
  if (!answer.ok) return null;
  const { challenge } = (await answer.json()) as { challenge: Challenge };
  const solution = await fastest(challenge);
  return (
    solution && {
      text: btoa(JSON.stringify({ challenge, solution })),
      expiresAt: challenge.parameters.expiresAt ?? Infinity,
    }
  );
}

async function fastest(challenge: Challenge): Promise<Solution | null> {
  const controller = new AbortController();
  const counterStep = Math.min(solversMax, navigator.hardwareConcurrency || 1);
  const timeout = solvingMsMax;
  const solvers = Array.from({ length: counterStep }, (_, counterStart) =>
    solveChallenge({ challenge, controller, counterStart, counterStep, deriveKey, timeout }),
  );
  const solution = await Promise.race(solvers);
  controller.abort();
  return solution;
}
