// The same breakpoints as in the styles.
import { useMediaQuery } from '@mantine/hooks';

export function useIsPhone(): boolean {
  return useIsAtMost('47.99em');
}

/** A phone, or a tablet in portrait mode. */
export function useIsNarrow(): boolean {
  return useIsAtMost('61.99em');
}

/** Evaluated on the first render, so that the layout does not jump. */
function useIsAtMost(width: string): boolean {
  return useMediaQuery(`(max-width: ${width})`, false, { getInitialValueInEffect: false });
}
