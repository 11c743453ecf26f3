// What the test inputs of a lead provoke. Call these for callers on the test side only.
import { testEmails, testPhotoUrls } from '#contract/test-inputs.ts';
import { emailKeyOf } from '../customers/match-keys.ts';
import { readPhotoUrl } from '../photos/photo-url.ts';

type Provoked<Inputs> = keyof Inputs | null;

export function provokedByEmail(email: string | undefined): Provoked<typeof testEmails> {
  const key = emailKeyOf(email);
  return (['unavailable', 'slow'] as const).find((name) => testEmails[name] === key) ?? null;
}

export function provokedByPhotoUrl(text: string): Provoked<typeof testPhotoUrls> {
  const reading = readPhotoUrl(text);
  if ('error' in reading) return null;
  const { origin, pathname } = reading.url;
  const url = origin + pathname;
  return (
    (['stored', 'pending', 'failed'] as const).find((name) => testPhotoUrls[name] === url) ?? null
  );
}
