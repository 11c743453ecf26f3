/** Of `navigator`. */
export interface Device {
  userAgent: string;
  maxTouchPoints: number;
}

/** An iPad says that it is a Mac, which has no touch screen. */
export function isOnIos({ userAgent, maxTouchPoints }: Device): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
