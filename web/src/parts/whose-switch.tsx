import { lazy, type ReactNode, Suspense } from 'react';
import { useWhose } from './whose-work.ts';
import { usePeopleInOrder } from './people.ts';

// Later than the first cards.
const WhoseControl = lazy(() => import('./whose-control.tsx'));

/** Nothing where one person works: then everything is theirs. */
export function WhoseSwitch(): ReactNode {
  const [whose] = useWhose();
  const members = usePeopleInOrder().filter(({ hasLeft }) => !hasLeft);
  if (members.length < 2 && whose === 'everyone') return null;
  return (
    <Suspense>
      <WhoseControl />
    </Suspense>
  );
}
