import { type MantineColorScheme, Radio, Group, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { accountWords } from './account-words.ts';

const schemes = ['light', 'dark', 'auto'] as const;

export function ColourScheme(): ReactNode {
  const say = useWords(accountWords);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title={say('appearance')} hint={say('appearanceHint')}>
      <Radio.Group
        aria-label={say('appearance')}
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      >
        <Group gap="lg">
          {schemes.map((scheme) => (
            <Radio key={scheme} value={scheme} label={say(scheme)} />
          ))}
        </Group>
      </Radio.Group>
    </Section>
  );
}
