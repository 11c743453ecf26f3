// The details of a lead or job.
import { Badge, Button, Group } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { priorityWords, sourceWords } from '../../parts/work-item-words.ts';
import { useFormat } from '../../words/format.ts';
import { useMoney } from '../../words/money.ts';
import { useWords } from '../../words/words.ts';
import type { ReadItem } from './item-data.ts';
import { itemWords } from './item-words.ts';
import { Section } from './section.tsx';

const EditDialog = lazy(() => import('./edit-dialog.tsx'));

export function Details({ read }: { read: ReadItem }): ReactNode {
  const { item } = read;
  const say = useWords(itemWords);
  const sayPriority = useWords(priorityWords);
  const saySource = useWords(sourceWords);
  const format = useFormat();
  const [isEditing, setIsEditing] = useState(false);
  const time = (moment: string | null) => moment && format.dateAndTime(moment);
  const inMoney = useMoney();
  const money = (cents: number | null) => (cents === null ? null : inMoney(cents));
  const facts: [name: Parameters<typeof say>[0], value: ReactNode][] = [
    ['priority', sayPriority(item.priority)],
    ['category', item.category],
    ['tags', item.tags?.length ? <Tags tags={item.tags} /> : null],
    ['budgetQuote', item.budgetQuote],
    ['estimatedCost', money(item.estimatedCost)],
    ['finalCost', money(item.finalCost)],
    ['source', saySource(item.source)],
    ['receivedAt', time(item.receivedAt)],
    ['actualStart', time(item.actualStart)],
    ['actualEnd', time(item.actualEnd)],
  ];
  const edit = (
    <Button
      variant="default"
      leftSection={<Icon name="pen" size={16} />}
      onClick={() => setIsEditing(true)}
    >
      {say('edit')}
    </Button>
  );
  return (
    <Section title={say('details')} action={edit}>
      <dl className="item-facts">
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{say(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {isEditing && (
        <Suspense>
          <EditDialog read={read} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </Section>
  );
}

function Tags({ tags }: { tags: string[] }): ReactNode {
  return (
    <Group gap={4}>
      {tags.map((tag) => (
        <Badge key={tag} variant="default" tt="none">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}
