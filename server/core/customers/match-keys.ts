// The keys by which a submission is matched with a customer.

const phoneKeyDigits = 9;
const phoneDigitsMin = 6;

export function emailKeyOf(email: string | undefined): string | null {
  return email?.trim().toLowerCase() || null;
}

export function phoneKeyOf(phone: string | undefined): string | null {
  const digits = digitsOf(phone ?? '');
  return digits.length < phoneDigitsMin ? null : digits.slice(-phoneKeyDigits);
}

export function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

export interface MatchKey {
  kind: 'emailKey' | 'phoneKey';
  key: string;
}

export function matchKeysOf({
  emailKey,
  phoneKey,
}: {
  emailKey: string | null;
  phoneKey: string | null;
}): MatchKey[] {
  return [
    ...(emailKey === null ? [] : [{ kind: 'emailKey' as const, key: emailKey }]),
    ...(phoneKey === null ? [] : [{ kind: 'phoneKey' as const, key: phoneKey }]),
  ];
}
