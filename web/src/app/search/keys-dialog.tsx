// The list of keyboard shortcuts.
import { Kbd, Stack, Switch, Table } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useWords } from '../../words/words.ts';
import { searchWords } from './search-words.ts';
import { areLetterKeysOn, searchKeys, switchLetterKeys } from './shortcut-keys.ts';

const shortcuts = [
  { keys: [searchKeys, '/'], name: 'search' },
  { keys: ['C'], name: 'newLead' },
  { keys: ['J'], name: 'nextRow' },
  { keys: ['K'], name: 'previousRow' },
  { keys: ['Enter'], name: 'open' },
  { keys: ['?'], name: 'keys' },
] as const;

export default function KeysDialog({ onClose }: { onClose: () => void }): ReactNode {
  const say = useWords(searchWords);
  const [isOn, setIsOn] = useState(areLetterKeysOn);
  const change = (wanted: boolean) => {
    switchLetterKeys(wanted);
    setIsOn(wanted);
  };
  return (
    <Dialog onClose={onClose} title={say('keys')} closeOnClickOutside centered>
      <Stack>
        <Table withRowBorders={false}>
          <Table.Tbody>
            {shortcuts.map(({ keys, name }) => (
              <Table.Tr key={name}>
                <Table.Td>{say(name)}</Table.Td>
                <Table.Td ta="right">
                  {keys.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 && ` ${say('or')} `}
                      <Kbd>{key}</Kbd>
                    </Fragment>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          label={say('letters')}
          checked={isOn}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
}
