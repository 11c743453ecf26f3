// A logo: chosen as a file, and made small enough to be stored with the settings.
import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/words.ts';
import { logoFrom } from './logo-picture.ts';
import { looksWords } from './looks-words.ts';

interface LogoInputProps {
  /** A data URL. */
  logo: string | null;
  onChange: (logo: string | null) => void;
}

const lookNow = { maxWidth: '100%', maxHeight: 80, background: '#fff' };

export function LogoInput({ logo, onChange }: LogoInputProps): ReactNode {
  const say = useWords(looksWords);
  const [isWrong, setIsWrong] = useState(false);
  const choose = async (file: File | null) => {
    if (!file) return;
    const picture = await logoFrom(file);
    setIsWrong(picture === null);
    if (picture !== null) onChange(picture);
  };
  return (
    <div role="group" aria-label={say('logo')}>
      <Text size="sm" fw={600} mb={4}>
        {say('logo')}
      </Text>
      <Group gap="sm">
        {logo && <img src={logo} alt={say('logoNow')} style={lookNow} />}
        <FileButton onChange={(file) => void choose(file)} accept="image/png,image/jpeg,image/webp">
          {(button) => (
            <Button variant="default" {...button}>
              {say('chooseLogo')}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="default" onClick={() => onChange(null)}>
            {say('removeLogo')}
          </Button>
        )}
      </Group>
      {isWrong && (
        <Input.Error mt={4} role="alert">
          {say('logoWrong')}
        </Input.Error>
      )}
    </div>
  );
}
