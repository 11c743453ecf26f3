// Channels as the app's own routes return them.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type {
  Channel as Settings,
  ChannelFigures,
  ChannelPatch,
  FieldMap,
  ShownField,
} from '../../../../../contract/channel.ts';
import type { ChannelType, Portal } from '../../../../../contract/intake-lists.ts';
import { app } from '../../../api/client.ts';
import { invalidate, kinds, queries } from '../../../app/queries.ts';

export interface Channel extends Omit<Settings, 'fields'> {
  fields: ShownField[];
  figures: ChannelFigures;
}

export function useChannels(): UseQueryResult<Channel[]> {
  return useQuery({
    queryKey: [kinds.channels],
    queryFn: async () => (await app.get<{ data: Channel[] }>('/channels')).data,
  });
}

export function useChannel(id: string): UseQueryResult<Channel> {
  return useQuery({
    queryKey: [kinds.channels, 'one', id],
    queryFn: () => app.get<Channel>(`/channels/${encodeURIComponent(id)}`),
  });
}

export async function createChannel(type: ChannelType, name: string): Promise<Channel> {
  const made = await app.once<Channel>('/channels', { type, name });
  await invalidate(kinds.channels);
  return made;
}

/** `onSaved` is called before the pages show the new settings. */
export async function saveChannel(
  id: string,
  patch: ChannelPatch,
  onSaved = () => {},
): Promise<void> {
  await app.change('PATCH', `/channels/${id}`, patch);
  onSaved();
  await invalidate(kinds.channels);
}

export async function renewAddress(id: string): Promise<void> {
  await app.once(`/channels/${id}/new-address`);
  await invalidate(kinds.channels);
}

export async function removeChannel(id: string): Promise<void> {
  await app.change('DELETE', `/channels/${id}`);
  queries.removeQueries({ queryKey: [kinds.channels, 'one', id] });
  await Promise.all([invalidate(kinds.channels), invalidate(kinds.tray)]);
}

export interface Preview {
  /** The fields that were found, before they are checked. */
  lead: Record<string, unknown>;
  /** What would be refused, as in `Error-Details`. */
  errorDetails: string;
  paths: { path: string; value: string }[];
}

export function previewIntake(wanted: {
  type: ChannelType;
  map: FieldMap | null;
  portal: Portal | null;
  intakeId: string;
}): Promise<Preview> {
  return app.once<Preview>('/channels/preview', wanted);
}
