// Queries and decisions of the tray.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { readErrorDetails } from '../../../../sdk/src/error-details.ts';
import type { Intake, LeadCorrections, ListedIntake, WorkItem } from '../../../../sdk/src/index.ts';
import { app, client } from '../../api/client.ts';
import { invalidate, kinds } from '../../app/queries.ts';
import { useMember } from '../../app/session.ts';
import { describeDetails } from '../../parts/describe-error.ts';
import type { LeadField } from '../../parts/lead-fields.ts';
import { readRefusedLead } from '../../parts/refused-lead.ts';
import { useWords } from '../../words/words.ts';
import { heldReasonWords, refusalReasonWords } from './tray-words.ts';

export type FoundFields = Partial<Record<LeadField, string>>;

export function useIntake(id: string, isWanted = true): UseQueryResult<Intake> {
  return useQuery({
    queryKey: [kinds.tray, 'one', id],
    queryFn: () => client.intakes.get(id),
    enabled: isWanted,
  });
}

/** The lead that was found in it, or the body that was refused. */
export function bodyOf({ lead, body }: Pick<Intake, 'lead' | 'body'>): string {
  return lead ? JSON.stringify(lead) : (body ?? '');
}

/** A refused lead of the API has its fields in its body, which lists leave out. */
export function useFoundFields(intake: ListedIntake): FoundFields {
  const isWhole = intake.lead === null && ['api', 'import'].includes(intake.source);
  const whole = useIntake(intake.id, isWhole).data;
  return readRefusedLead(bodyOf(whole ?? { lead: intake.lead, body: null })).fields;
}

/** Why it is no lead. */
export function useReasons(): (intake: ListedIntake) => string[] {
  const sayHeld = useWords(heldReasonWords);
  const say = useWords(refusalReasonWords);
  return ({ reason, errorDetails, errorCode }) => {
    if (reason) return [sayHeld(reason)];
    const texts = describeDetails(readErrorDetails(errorDetails));
    return texts.length > 0 || errorCode === null ? texts : [say('invalid')];
  };
}

/** By id. Only owners may see the channels. */
export function useChannelNames(): Record<string, string> {
  const { role } = useMember();
  const channels = useQuery({
    queryKey: [kinds.channels],
    queryFn: async () =>
      (await app.get<{ data: { id: string; name: string }[] }>('/channels')).data,
    enabled: role === 'owner',
  });
  return Object.fromEntries((channels.data ?? []).map(({ id, name }) => [id, name]));
}

export async function acceptIntake(id: string, corrections?: LeadCorrections): Promise<WorkItem> {
  const lead = await client.intakes.accept(id, corrections);
  await refreshTray();
  void invalidate(kinds.workItems);
  return lead;
}

export async function discardIntake(id: string): Promise<void> {
  await client.intakes.discard(id);
  await refreshTray();
}

export async function restoreIntake(id: string): Promise<void> {
  await client.intakes.restore(id);
  await refreshTray();
}

export async function refreshTray(): Promise<void> {
  await Promise.all([invalidate(kinds.tray), invalidate(kinds.channels)]);
}
