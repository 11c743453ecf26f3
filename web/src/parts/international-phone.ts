// Phone numbers for `tel:` links, and in international digits for WhatsApp links.
import { splitPhone } from '../../../contract/phone-number.ts';

// Country codes of countries with a trunk prefix 0.
const withTrunkZero = prefixesIn(`
  AL:355 AT:43 AU:61 BA:387 BE:32 BG:359 BR:55 CH:41 CW:599 DE:49 EG:20 FI:358 FR:33 GB:44 GF:594
  GP:590 HR:385 ID:62 IE:353 IL:972 IN:91 JP:81 KE:254 KR:82 MA:212 MD:373 ME:382 MK:389 MQ:596
  MY:60 NG:234 NL:31 NZ:64 PH:63 RE:262 RO:40 RS:381 SE:46 SI:386 SK:421 TH:66 TR:90 UA:380 XK:383
  ZA:27`);

// Country codes of countries without one.
const withoutTrunkZero = prefixesIn(`
  AD:376 AE:971 AR:54 AW:297 BQ:599 CA:1 CL:56 CO:57 CY:357 CZ:420 DK:45 EE:372 ES:34 FO:298 GI:350
  GL:299 GR:30 HK:852 IS:354 IT:39 LI:423 LT:370 LU:352 LV:371 MC:377 MT:356 MX:52 NO:47 PL:48
  PT:351 QA:974 SG:65 SM:378 SR:597 SX:1 US:1`);

const digitsMin = 8;
const digitsMax = 15;

/** Without the extension, which only a person can dial. Empty without digits. */
export function dialled(phone: string): string {
  const number = withoutBracketedZero(splitPhone(phone)[0]).replace(/[^\d+]/g, '');
  return /\d/.test(number) ? number : '';
}

/** Null when the country code is unknown. */
export function internationalDigits(phone: string, country: string): string | null {
  const text = withoutBracketedZero(splitPhone(phone)[0]);
  const digits = text.replace(/\D/g, '');
  const found = fromAbroad(text.trim(), digits) ?? fromHome(digits, country.toUpperCase());
  return found && found.length >= digitsMin && found.length <= digitsMax ? found : null;
}

/** "+31 (0)6 …" gives the trunk prefix for domestic calls. */
function withoutBracketedZero(phone: string): string {
  return phone.replace(/^(\s*(?:\+|00).*?)\(0\)/, '$1');
}

function fromAbroad(text: string, digits: string): string | null {
  if (text.startsWith('+')) return digits;
  return digits.startsWith('00') ? digits.slice(2) : null;
}

function fromHome(digits: string, country: string): string | null {
  const prefix = withTrunkZero.get(country);
  if (prefix) {
    if (digits.startsWith('0')) return prefix + digits.slice(1);
    return digits.startsWith(prefix) ? digits : prefix + digits;
  }
  const countryDigits = withoutTrunkZero.get(country);
  return countryDigits ? countryDigits + digits : null;
}

function prefixesIn(table: string): Map<string, string> {
  const pairs = table.trim().split(/\s+/);
  return new Map(pairs.map((pair) => pair.split(':') as [string, string]));
}
