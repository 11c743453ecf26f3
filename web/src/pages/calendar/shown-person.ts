// Whose jobs the calendar shows.
import { useSearchParams } from 'wouter';
import { useMember } from '../../app/session.ts';
import type { PlanPeople } from '../../parts/plan-people.ts';
import { useWhose } from '../../parts/whose-work.ts';

/** Undefined shows everyone's, null nobody's. */
export type ShownPerson = string | null | undefined;

const nobody = 'none';

/** "Mine" and "Everyone" are remembered for all lists; another person is in the URL only. */
export function useShownPerson({
  people,
  isOnePerson,
}: PlanPeople): [ShownPerson, (person: ShownPerson) => void] {
  const [parameters, setParameters] = useSearchParams();
  const [whose, setWhose] = useWhose();
  const me = useMember().account.id;
  const asked = parameters.get('person');
  const wanted = asked ?? (whose === 'mine' ? me : undefined);
  const shown = people.find(({ id }) => (id ?? nobody) === wanted)?.id;
  const show = (person: ShownPerson) => {
    const isRemembered = person === undefined || person === me;
    if (isRemembered) setWhose(person === me ? 'mine' : 'everyone');
    setParameters(
      (old) => {
        const { person: _, ...others } = Object.fromEntries(old);
        return isRemembered ? others : { ...others, person: person ?? nobody };
      },
      { replace: true },
    );
  };
  return [isOnePerson ? undefined : shown, show];
}
