// How to put the form on a website: its own page, and the code for each kind of website.
import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { CopyText } from '../../../parts/copy-text.tsx';
import { useLanguage, useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import type { Channel } from './channel.ts';
import { formFieldWords, formWords } from './form-words.ts';
import { OriginInput } from './origin-input.tsx';
import { embedSnippet, htmlSnippet, unreachableAs } from './snippets.ts';

const tools = ['embed', 'html', 'wordpress', 'wordpressForms', 'webflow', 'wix', 'framer'] as const;

type Tool = (typeof tools)[number];

const usingEmbed = new Set<Tool>(['embed', 'wordpress', 'webflow', 'framer']);

export function FormSnippets({ channel }: { channel: Channel }): ReactNode {
  const say = useWords(formWords);
  const [tool, setTool] = useState<Tool>('embed');
  const unreachable = unreachableAs(channel.url!);
  const needsOrigin = usingEmbed.has(tool) && channel.origins.length === 0;
  return (
    <Section title={say('use')}>
      <Stack gap="xs">
        <Text fw={600}>{say('hosted')}</Text>
        <Text size="sm">{say('hostedHint')}</Text>
        <CopyText text={channel.url!} label={say('hosted')} />
        <Group>
          <Button
            component="a"
            href={channel.url!}
            target="_blank"
            rel="noreferrer"
            variant="default"
          >
            {say('open')}
          </Button>
        </Group>
      </Stack>
      <NativeSelect
        label={say('tool')}
        w="fit-content"
        value={tool}
        onChange={(event) => setTool(event.currentTarget.value as Tool)}
        data={tools.map((value) => ({ value, label: say(value) }))}
      />
      {needsOrigin && <OriginInput channel={channel} />}
      {unreachable && (
        <Alert color="yellow" role="note">
          {say(unreachable)}
        </Alert>
      )}
      <Text>{say(`${tool}Steps`)}</Text>
      <Snippet tool={tool} channel={channel} />
    </Section>
  );
}

function Snippet({ tool, channel }: { tool: Tool; channel: Channel }): ReactNode {
  const say = useWords(formWords);
  const sayField = useWords(formFieldWords);
  const language = useLanguage();
  if (tool === 'wordpressForms') {
    return (
      <Group>
        <Button component={Link} href="/settings/channels/new?type=hook" variant="default">
          {say('createHook')}
        </Button>
      </Group>
    );
  }
  return <CopyText text={codeFor()} label={say('code')} />;

  function codeFor(): string {
    // Wix shows code in a frame of another website.
    if (tool === 'wix') return channel.url!;
    if (tool !== 'html') return embedSnippet(channel);
    return htmlSnippet(channel, { labelOf: sayField, send: say('send'), language });
  }
}
