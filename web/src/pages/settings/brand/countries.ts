// The countries of the world, by the names that the browser has for them.
import type { Language } from '../../../words/words.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
// Names that are no country: unions, reserved and made-up codes.
const noCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

export function countriesIn(
  language: Language,
  current: string,
): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const byName = new Map<string, string>();
  // The later code of the same name is the one of a state that is gone.
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      const name = noCountries.has(code) ? undefined : names.of(code);
      if (name && !isReplaced(code) && !byName.has(name)) byName.set(name, code);
    }
  }
  if (![...byName.values()].includes(current)) byName.set(current, current);
  return [...byName]
    .map(([label, value]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
}

function isReplaced(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region !== code;
}
