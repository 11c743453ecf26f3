/** Whether Accept-Encoding names the encoding, with a weight above 0. */
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
