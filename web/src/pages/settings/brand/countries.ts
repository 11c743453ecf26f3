// All countries, with the names that the browser knows.
import type { Language } from '../../../words/words.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
// Region codes that are not countries: unions, reserved and pseudo codes.
const noCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

export function countriesIn(
  language: Language,
  current: string,
): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const byName = new Map<string, string>();
  // Of two codes with the same name, the later one belongs to a former country.
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
