// Archive and delete a lead or job.
import { Button, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { phaseOf } from '../../../../contract/work-item-moves.ts';
import { client } from '../../api/client.ts';
import { kinds, invalidate } from '../../app/queries.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Icon } from '../../parts/icon.tsx';
import { partWords } from '../../parts/part-words.ts';
import { showError } from '../../parts/show-error.tsx';
import { showUndo } from '../../parts/show-undo.tsx';
import { useWords } from '../../words/words.ts';
import { changeItem, type ReadItem } from './item-data.ts';
import { itemWords } from './item-words.ts';
import { restore } from './restore.tsx';

export default function ItemMenu({ read: { item } }: { read: ReadItem }): ReactNode {
  const say = useWords(itemWords);
  const sayPart = useWords(partWords);
  const [, go] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const archive = async () => {
    const archivedAt = item.archivedAt ? null : new Date().toISOString();
    try {
      await changeItem(item.id, { archivedAt });
    } catch (error) {
      showError(error);
    }
  };
  const remove = async () => {
    await client.workItems.delete(item.id);
    go(phaseOf(item.status) === 'lead' ? '/leads' : '/jobs');
    void invalidate(kinds.workItems);
    const words = { done: say('removed'), undo: say('undo'), close: sayPart('close') };
    showUndo(words, () => restore(item.id));
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="menu" size={16} />}>
            {say('more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="archive" />} onClick={() => void archive()}>
            {say(item.archivedAt ? 'unarchive' : 'archive')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="trash" />} onClick={() => setIsAsking(true)}>
            {say('remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <Confirm
          title={say('remove')}
          text={say('removeText')}
          action={say('remove')}
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
