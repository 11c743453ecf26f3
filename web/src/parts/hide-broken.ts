import type { SyntheticEvent } from 'react';

/** Offline, a picture that was never loaded leaves its empty frame, not the browser's broken one. */
export function hideBroken({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.src = emptyPicture;
}

const emptyPicture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
