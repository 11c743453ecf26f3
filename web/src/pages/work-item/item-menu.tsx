// Archive and delete a lead or job.
import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { phaseOf } from '../../../../contract/work-item-moves.ts';
import { client } from '../../api/client.ts';
import { kinds, invalidate } from '../../app/queries.ts';
import { Icon } from '../../parts/icon.tsx';
import { showError } from '../../parts/show-error.tsx';
import { showUndo } from '../../parts/show-undo.tsx';
import { useWords } from '../../words/words.ts';
import { changeItem, type ReadItem } from './item-data.ts';
import { itemWords } from './item-words.ts';
import { restore } from './restore.tsx';

export default function ItemMenu({ read: { item } }: { read: ReadItem }): ReactNode {
  const say = useWords(itemWords);
  const [, go] = useLocation();
  const { id, archivedAt } = item;
  const archive = async () => {
    await changeItem(id, { archivedAt: archivedAt ? null : new Date().toISOString() });
    showUndo(say(archivedAt ? 'unarchived' : 'archived'), () => changeItem(id, { archivedAt }));
  };
  const remove = async () => {
    await client.workItems.delete(id);
    go(phaseOf(item.status) === 'lead' ? '/leads' : '/jobs');
    void invalidate(kinds.workItems);
    showUndo(say('removed'), () => restore(id));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="menu" size={16} />}>
          {say('more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name="archive" />}
          onClick={() => void archive().catch(showError)}
        >
          {say(archivedAt ? 'unarchive' : 'archive')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="trash" />}
          onClick={() => void remove().catch(showError)}
        >
          {say('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
