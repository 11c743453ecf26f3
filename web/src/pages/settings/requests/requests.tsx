// The request log.
import { Button, Card, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import type { ListedRequest, ListRequestsQuery } from '../../../../../sdk/src/index.ts';
import { client } from '../../../api/client.ts';
import { kinds } from '../../../app/queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { usePages } from '../../../parts/pages.ts';
import { ShowMore } from '../../../parts/show-more.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { useCallerNames } from './caller-names.ts';
import { RequestPage } from './request-page.tsx';
import { RescueBadge, StatusBadge } from './request-badges.tsx';
import { requestsWords } from './requests-words.ts';
import { Traffic } from './traffic.tsx';

const choices = {
  // Without reads, which would drown out the rest.
  changes: { method: ['POST', 'PATCH', 'PUT', 'DELETE'] },
  refusedLeads: { route: '/v1/api/leads', method: 'POST', status: '4xx' },
  refused: { status: '4xx' },
  faults: { status: '5xx' },
  all: {},
} as const satisfies Record<string, ListRequestsQuery>;

type Choice = keyof typeof choices;

const pageSize = 30;

export default function Requests(): ReactNode {
  const { id } = useParams<{ id?: string }>();
  return id ? <RequestPage id={id} /> : <RequestList />;
}

function RequestList(): ReactNode {
  const say = useWords(requestsWords);
  const [search, setSearch] = useSearchParams();
  const asked = search.get('show') ?? '';
  const choice: Choice = isChoice(asked) ? asked : 'changes';
  const pages = usePages([kinds.requests, choice], () =>
    client.requests.list({ ...choices[choice], limit: pageSize }),
  );
  return (
    <>
      <PageTitle title={say('title')} />
      <Stack>
        <Text>{say('hint')}</Text>
        <Traffic />
        <FindById />
        <NativeSelect
          label={say('show')}
          w="fit-content"
          value={choice}
          onChange={(event) => setSearch({ show: event.currentTarget.value }, { replace: true })}
          data={(Object.keys(choices) as Choice[]).map((one) => ({ value: one, label: say(one) }))}
        />
        <Loaded query={pages}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState
                icon="list"
                title={say('emptyTitle')}
                hint={say('emptyHint')}
                action={
                  choice === 'all' ? (
                    <Button component={Link} href="/settings/keys" variant="default">
                      {say('toKeys')}
                    </Button>
                  ) : (
                    <Button
                      variant="default"
                      onClick={() => setSearch({ show: 'all' }, { replace: true })}
                    >
                      {say('showAll')}
                    </Button>
                  )
                }
              />
            ) : (
              <Stack gap="xs">
                {found.map((request) => (
                  <RequestCard key={request.id} request={request} />
                ))}
              </Stack>
            )
          }
        </Loaded>
        <ShowMore pages={pages} />
      </Stack>
    </>
  );
}

function isChoice(text: string): text is Choice {
  return Object.hasOwn(choices, text);
}

function FindById(): ReactNode {
  const say = useWords(requestsWords);
  const [, go] = useLocation();
  const [id, setId] = useState('');
  const find = (event: FormEvent) => {
    event.preventDefault();
    go(`/settings/requests/${encodeURIComponent(id.trim())}`);
  };
  return (
    <form onSubmit={find}>
      <Group align="flex-end">
        <TextInput
          label={say('find')}
          description={say('findHint')}
          flex="1 1 14rem"
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          pattern=".*\S.*"
          required
          withAsterisk={false}
          classNames={{ description: 'settings-clear' }}
        />
        <Button type="submit" variant="default">
          {say('go')}
        </Button>
      </Group>
    </form>
  );
}

function RequestCard({ request }: { request: ListedRequest }): ReactNode {
  const format = useFormat();
  const nameOf = useCallerNames();
  const { id, method, path, receivedAt, message } = request;
  return (
    <Card
      withBorder
      padding="sm"
      component={Link}
      href={`/settings/requests/${id}`}
      className="settings-card-link"
    >
      <Stack gap={4}>
        <Group gap="xs">
          <StatusBadge status={request.status} />
          <RescueBadge request={request} />
        </Group>
        <Code w="fit-content" className="settings-wrap">
          {method} {path}
        </Code>
        {message && (
          <Text size="sm" className="settings-wrap">
            {[message].flat().join('; ')}
          </Text>
        )}
        <Text size="sm">
          {format.dateAndTime(receivedAt)} · {nameOf(request)}
        </Text>
      </Stack>
    </Card>
  );
}
