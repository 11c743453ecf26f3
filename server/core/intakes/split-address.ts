// Splits a Dutch address on one line: "Kerkstraat 12a, 3511 LN Utrecht". Anything less clear stays as it is.

interface SplitAddress {
  street: string;
  streetNumber: string;
  streetNumberAddition?: string;
  postalCode?: string;
  city?: string;
}

const addressLengthMax = 200;
// "1e Dorpsstraat" begins with a digit, and "Plein 1944" ends with some.
const street = String.raw`((?:\d{1,2}e )?\p{L}[\p{L}\p{M}\d'’.\- ]*?)`;
const addition = String.raw`(?: ?-? ?(\p{L}|bis|hs|huis|rd|zw|I{1,3})| ?[-/] ?(\d{1,3}))?`;
// Without a postcode, four digits may be a year.
const home = new RegExp(`^${street} (\\d{1,3}|\\d{5})${addition}$`, 'iu');
const homeBeforePostcode = new RegExp(`^${street} (\\d{1,5})${addition}$`, 'iu');
const town = /^([1-9]\d{3}) ?([A-Z]{2})(?:[ ,]+(['’]?\p{L}[\p{L}\p{M}'’.\- ]*))?$/iu;
const countryName = /[ ,]+(?:nederland|the netherlands|netherlands|nl)$/i;

export function splitAddress(text: string): SplitAddress | null {
  if (text.length > addressLengthMax) return null;
  const line = text
    .replace(/\s*[\r\n]+\s*/g, ', ')
    .replace(/[ \t]+/g, ' ')
    .trim();
  const shortened = line.replace(countryName, '');
  const at = shortened.search(/[ ,]+[1-9]\d{3} ?[A-Z]{2}(?![\p{L}\d])/iu);
  const homePart = (at === -1 ? shortened : shortened.slice(0, at)).replace(/,$/, '').trim();
  const found = (at === -1 ? home : homeBeforePostcode).exec(homePart);
  if (!found) return null;
  const [, streetName = '', streetNumber = '', letter, digits] = found;
  const streetNumberAddition = letter ?? digits;
  const address = {
    street: streetName.trim(),
    streetNumber,
    ...(streetNumberAddition && { streetNumberAddition }),
  };
  if (at === -1) return address;
  const rest = town.exec(shortened.slice(at).replace(/^[ ,]+/, ''));
  if (!rest) return null;
  const [, area = '', letters = '', city] = rest;
  const postalCode = `${area} ${letters.toUpperCase()}`;
  return { ...address, postalCode, ...(city && { city: city.trim() }) };
}
