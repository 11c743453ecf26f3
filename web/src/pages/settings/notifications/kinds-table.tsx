import { Checkbox, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  notificationKinds,
  type NotificationKind,
} from '../../../../../contract/notification-lists.ts';
import type { NotificationSettings } from '../../../app/notification-settings.ts';
import { useMember } from '../../../app/session.ts';
import { notificationWords } from '../../../parts/notification-words.ts';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';

type Way = 'push' | 'email';

interface KindsTableProps {
  settings: NotificationSettings;
  onChange: (changes: Partial<Pick<NotificationSettings, Way>>) => void;
}

const ways: readonly Way[] = ['push', 'email'];

export function KindsTable({ settings, onChange }: KindsTableProps): ReactNode {
  const say = useWords(notificationWords);
  const { role } = useMember();
  const shown = notificationKinds.filter((kind) => kind !== 'unanswered' || role === 'owner');
  const isOn = (way: Way, kind: NotificationKind) => settings[way].includes(kind);
  // Whoever hears of all new leads also hears of the urgent ones.
  const isImplied = (way: Way, kind: NotificationKind) =>
    kind === 'urgentLead' && isOn(way, 'newLead');
  const change = (way: Way, kind: NotificationKind, isWanted: boolean) => {
    const others = settings[way].filter((one) => one !== kind);
    onChange({ [way]: isWanted ? [...others, kind] : others });
  };
  return (
    <Section title={say('whatAndHow')}>
      <Table verticalSpacing="xs" horizontalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('kind')}</Table.Th>
            {ways.map((way) => (
              <Table.Th key={way} w={76}>
                {say(way)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((kind) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row" fw={400}>
                {say(kind)}
              </Table.Th>
              {ways.map((way) => (
                <Table.Td key={way}>
                  <Checkbox
                    size="md"
                    aria-label={say('cell', { kind: say(kind), way: say(way) })}
                    checked={isOn(way, kind) || isImplied(way, kind)}
                    disabled={isImplied(way, kind) || (way === 'email' && !settings.sendsMail)}
                    onChange={(event) => change(way, kind, event.currentTarget.checked)}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {!settings.sendsMail && <Text size="sm">{say('noMail')}</Text>}
    </Section>
  );
}
