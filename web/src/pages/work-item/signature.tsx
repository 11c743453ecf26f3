// The customer's signature: a drawing, or a name.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import { itemWords } from './item-words.ts';

// Anything else is shown as text.
const picturePattern = /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/;

export function Signature({ signature }: { signature: string }): ReactNode {
  const say = useWords(itemWords);
  return (
    <>
      <Text fw={600} mt="xs">
        {say('customerSignature')}
      </Text>
      {picturePattern.test(signature) ? (
        <img className="item-signature" src={signature} alt={say('signatureOf')} />
      ) : (
        <Text className="pre-wrap">{signature}</Text>
      )}
    </>
  );
}
