// How wide the screen is, by the same steps as in the styles.
import { useMediaQuery } from '@mantine/hooks';

export function useIsPhone(): boolean {
  return useIsAtMost('47.99em');
}

/** A phone, or a tablet held upright. */
export function useIsNarrow(): boolean {
  return useIsAtMost('61.99em');
}

/** Known at the first drawing: nothing jumps. */
function useIsAtMost(width: string): boolean {
  return useMediaQuery(`(max-width: ${width})`, false, { getInitialValueInEffect: false });
}
