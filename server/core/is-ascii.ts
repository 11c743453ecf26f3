// Most text is ASCII, and testing for that is far cheaper than normalising.
// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;

export function isAscii(text: string): boolean {
  return ascii.test(text);
}
