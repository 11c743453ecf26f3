import { Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { app } from '../../../api/client.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { StateBadge } from '../state-badge.tsx';
import { type ImportRecord, importsKey, importTones } from './import-record.ts';
import { importWords, summaryOf } from './import-words.ts';

export function EarlierImports(): ReactNode {
  const say = useWords(importWords);
  const format = useFormat();
  const imports = useQuery({
    queryKey: importsKey,
    queryFn: async () => (await app.get<{ data: ImportRecord[] }>('/imports')).data,
  });
  return (
    <Section title={say('earlier')}>
      <Loaded query={imports}>
        {(found) => (
          <Stack gap="xs">
            {found.length === 0 && <Text>{say('none')}</Text>}
            {found.map(({ id, fileName, makes, status, created, refused, createdAt }) => (
              <Card
                key={id}
                withBorder
                padding="sm"
                component={Link}
                href={`/settings/import/${id}`}
                className="settings-card-link"
              >
                <Group justify="space-between">
                  <Text fw={600} className="settings-wrap">
                    {fileName}
                  </Text>
                  <StateBadge tone={importTones[status]}>{say(status)}</StateBadge>
                </Group>
                <Text size="sm">
                  {format.dateAndTime(createdAt)} · {say(summaryOf[makes], { created, refused })}
                </Text>
              </Card>
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
