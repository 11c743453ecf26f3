// Leads that were matched to a customer by phone, but came with another name.
import { Anchor, Button, Card, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type ListedWorkItem, NotFoundError } from '../../../../sdk/src/index.ts';
import { app } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { usePages } from '../../parts/pages.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { showError } from '../../parts/show-error.tsx';
import { showUndo } from '../../parts/show-undo.tsx';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { giveBack, giveToCustomer } from '../work-item/give-to-customer.ts';
import { refreshTray } from './intake-data.ts';
import { trayWords } from './tray-words.ts';

interface Doubt {
  workItem: ListedWorkItem;
  /** The name that was sent; the customer has another one. */
  otherName: string;
}

export function DoubtfulLeads(): ReactNode {
  const say = useWords(trayWords);
  const pages = usePages([kinds.tray, 'doubtful'], () => app.list<Doubt>('/doubtful-leads'));
  return (
    <>
      <Loaded query={pages}>
        {(doubts) =>
          doubts.length === 0 ? (
            <EmptyState icon="check" title={say('noDoubt')} hint={say('noDoubtHint')} />
          ) : (
            <ul className="tray-list" aria-label={say('doubtful')}>
              {doubts.map((doubt) => (
                <DoubtRow key={doubt.workItem.id} doubt={doubt} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore pages={pages} />
    </>
  );
}

function DoubtRow({ doubt: { workItem, otherName } }: { doubt: Doubt }): ReactNode {
  const say = useWords(trayWords);
  const format = useFormat();
  const { id, title, description, customer, receivedAt } = workItem;
  const names = { sent: otherName, customer: customer.name };
  const showSettled = (done: string, apart: Pair | null, takeBack: () => Promise<void>) =>
    showUndo(done, async () => {
      await takeBack();
      await settle(id, false, apart);
      await refreshTray();
    });
  const same = useMutation({
    mutationFn: async () => {
      await settle(id, true, null);
      showSettled(say('isSame', names), null, async () => {});
      await refreshTray();
    },
    onError: (error) => showError(error),
  });
  const other = useMutation({
    mutationFn: async () => {
      const { customerId: madeId } = await giveToCustomer(id, null);
      // Possible duplicates then does not ask about the same two people.
      const apart: Pair | null =
        madeId === null || madeId === customer.id ? null : [customer.id, madeId];
      await settle(id, true, apart);
      showSettled(say('isOther'), apart, () => giveBack({ id, customerId: customer.id }, madeId));
      await refreshTray();
    },
    onError: (error) => showError(error),
  });
  const isBusy = same.isPending || other.isPending;
  return (
    <Card withBorder padding="md" component="li" aria-label={otherName}>
      <Text className="tray-text">{say('doubt', names)}</Text>
      <Anchor component={Link} href={`/leads/${id}`} underline="always" className="tall-link">
        {title}
      </Anchor>
      {description && <Text className="tray-text tray-words">{description}</Text>}
      <Text size="sm">
        {[customer.phone, format.dateAndTime(receivedAt)].filter(Boolean).join(' · ')}
      </Text>
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          loading={same.isPending}
          disabled={isBusy}
          onClick={() => same.mutate()}
          aria-label={say('sameNamed', names)}
        >
          {say('same')}
        </Button>
        <Button
          variant="default"
          loading={other.isPending}
          disabled={isBusy}
          onClick={() => other.mutate()}
          aria-label={say('otherNamed', names)}
        >
          {say('other')}
        </Button>
      </Group>
    </Card>
  );
}

/** The ids of two customers who are not the same person. */
type Pair = readonly [string, string];

async function settle(workItemId: string, isSettled: boolean, apart: Pair | null): Promise<void> {
  const body = { isSettled, ...(apart && { customerIds: apart }) };
  try {
    await app.once(`/doubtful-leads/${workItemId}/settle`, body);
  } catch (error) {
    // Somebody else settled it meanwhile, or moved the lead.
    if (!(error instanceof NotFoundError)) throw error;
  }
}
