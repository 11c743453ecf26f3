// Confirms removing a member or demoting an owner, and asks which of their keys, webhooks and
// calendar links to revoke.
import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConflictError } from '../../../../../sdk/src/index.ts';
import { app } from '../../../api/client.ts';
import { kinds, queries } from '../../../app/queries.ts';
import { useMember } from '../../../app/session.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import type { LeftBehind, LeftItem, Member } from './member.ts';
import { membersWords } from './members-words.ts';

interface EndAccessProps {
  member: Member;
  how: 'remove' | 'demote';
  onClose: () => void;
}

export default function EndAccess({ member, how, onClose }: EndAccessProps): ReactNode {
  const say = useWords(membersWords);
  const name = member.name || member.email;
  const left = useQuery({
    queryKey: [kinds.settings, 'left behind', member.id],
    queryFn: () => app.get<LeftBehind>(`/members/${member.id}/left-behind`),
    // Never from the cache: the decision must cover every item.
    gcTime: 0,
  });
  if (left.data) {
    const refetch = () => void left.refetch();
    return (
      <Decide member={member} how={how} left={left.data} onConflict={refetch} onClose={onClose} />
    );
  }
  // No loading dialog, which would be replaced immediately.
  if (left.isPending) return null;
  return (
    <Dialog onClose={onClose} title={say(`${how}Title`, { name })} centered>
      <Loaded query={left}>{() => null}</Loaded>
    </Dialog>
  );
}

interface DecideProps extends EndAccessProps {
  left: LeftBehind;
  /** An item was added in the meantime. */
  onConflict: () => void;
}

function Decide({ member, how, left, onConflict, onClose }: DecideProps): ReactNode {
  const say = useWords(membersWords);
  const { brand } = useMember();
  const { data: items, invited } = left;
  const name = member.name || member.email;
  const [ticked, setTicked] = useState<Record<string, boolean>>({});
  // Items of unknown origin are kept by default: they may belong to somebody else.
  const stopped = items.filter(({ id, by }) => ticked[id] ?? by !== 'unknown').map(({ id }) => id);
  const tick = (ids: string[]) =>
    setTicked(Object.fromEntries(items.map(({ id }) => [id, ids.includes(id)])));
  const end = async () => {
    const keep = items.map(({ id }) => id).filter((id) => !stopped.includes(id));
    const decisions = { revoke: stopped, keep };
    try {
      if (how === 'remove') await app.once(`/members/${member.id}/remove`, decisions);
      else await app.change('PATCH', `/members/${member.id}`, { role: 'member', ...decisions });
    } catch (error) {
      if (error instanceof ConflictError) onConflict();
      throw error;
    }
    await queries.invalidateQueries({ queryKey: [kinds.settings] });
    if (how === 'demote') showDone(say('changed', { name, role: say('member') }));
  };
  const names = invited.map((one) => one.name || one.email).join(', ');
  return (
    <Confirm
      title={say(`${how}Title`, { name })}
      text={say(`${how}Text`, { name, brand: brand.name })}
      action={say(how)}
      onConfirm={end}
      onClose={onClose}
    >
      {items.length > 0 && (
        <>
          <Text>{say('keepsWorking', { name })}</Text>
          <Checkbox.Group label={say('stop')} value={stopped} onChange={tick}>
            <Stack gap="sm" mt="xs">
              {items.map((item) => (
                <LeftChoice key={item.id} item={item} name={name} />
              ))}
            </Stack>
          </Checkbox.Group>
        </>
      )}
      {invited.length > 0 && <Text>{say('invitedStay', { name, names })}</Text>}
    </Confirm>
  );
}

const makers = { member: 'byMember', key: 'byKey', unknown: 'byUnknown' } as const;

function LeftChoice({ item, name }: { item: LeftItem; name: string }): ReactNode {
  const say = useWords(membersWords);
  const format = useFormat();
  const { id, kind, by, createdAt } = item;
  return (
    <Checkbox
      value={id}
      label={say(kind, { item: item.name })}
      description={say(makers[by], { name, date: format.date(createdAt) })}
      classNames={{ label: 'settings-wrap', description: 'settings-clear' }}
    />
  );
}
