/** Whether Accept-Encoding names it, with another weight than none. */
export function acceptsEncoding(
  acceptEncoding: string | string[] | undefined,
  encoding: string,
): boolean {
  return String(acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .some(([name, weight = '']) => name === encoding && !/^q=0(\.0*)?$/.test(weight));
}
