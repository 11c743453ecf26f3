// A logged request, with the rescue form for a refused lead.
import { Alert, Anchor, Card, Code, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LoggedRequest } from '../../../../../sdk/src/index.ts';
import { client } from '../../../api/client.ts';
import { kinds } from '../../../app/queries.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { BackLink } from '../../../parts/back-link.tsx';
import { Section } from '../section.tsx';
import { useCallerNames } from './caller-names.ts';
import { RescueBadge, StatusBadge } from './request-badges.tsx';
import { requestsWords } from './requests-words.ts';
import { RescueForm } from './rescue-form.tsx';

export function RequestPage({ id }: { id: string }): ReactNode {
  const say = useWords(requestsWords);
  const request = useQuery({
    queryKey: [kinds.requests, 'one', id],
    queryFn: () => client.requests.get(id),
  });
  return (
    <>
      <BackLink href="/settings/requests">{say('back')}</BackLink>
      <PageTitle title={say('one')}>
        {request.data && (
          <>
            <StatusBadge status={request.data.status} />
            <RescueBadge request={request.data} />
          </>
        )}
      </PageTitle>
      <Loaded query={request}>{(found) => <OneRequest request={found} />}</Loaded>
    </>
  );
}

function OneRequest({ request }: { request: LoggedRequest }): ReactNode {
  const say = useWords(requestsWords);
  const { message, body, hasBody, rescuedAs } = request;
  return (
    <Stack>
      {rescuedAs && (
        <Alert color="teal" role="status">
          {say('isRescued')}{' '}
          <Anchor component={Link} href={`/leads/${rescuedAs}`} underline="always" fz="sm">
            {say('openLead')}
          </Anchor>
        </Alert>
      )}
      <Facts request={request} />
      {message !== null && (
        <Section title={say('message')}>
          <List>
            {[message].flat().map((one) => (
              <List.Item key={one} className="settings-wrap">
                {one}
              </List.Item>
            ))}
          </List>
        </Section>
      )}
      {body !== null && (
        <Section title={say('body')}>
          <Code
            block
            tabIndex={0}
            role="group"
            className="pre-wrap settings-tall"
            aria-label={say('body')}
          >
            {pretty(body)}
          </Code>
        </Section>
      )}
      {hasBody && !rescuedAs && <RescueForm request={request} />}
    </Stack>
  );
}

function Facts({ request }: { request: LoggedRequest }): ReactNode {
  const say = useWords(requestsWords);
  const format = useFormat();
  const nameOf = useCallerNames();
  const { id, method, path, status, durationMs, receivedAt } = request;
  const facts = [
    [say('asked'), `${method} ${path}`],
    [say('answered'), say('inMs', { status, ms: format.number(Math.round(durationMs)) })],
    [say('when'), format.dateAndTime(receivedAt)],
    [say('by'), nameOf(request)],
    [say('id'), id],
  ];
  return (
    <Card withBorder padding="md">
      <dl className="settings-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="sm" fw={600}>
              {name}
            </Text>
            <Text component="dd" size="sm" className="settings-wrap">
              {value}
            </Text>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
