// A place as it is written on an envelope, with a link to a map.
import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Address } from '../../../sdk/src/index.ts';
import { useWords } from '../words/words.ts';
import { contactWords } from './contact-words.ts';

export function AddressLines({ address }: { address: Address }): ReactNode {
  const say = useWords(contactWords);
  const lines = linesOf(address);
  const asked = encodeURIComponent([...lines, address.country].join(', '));
  return (
    <div>
      {lines.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {address.locationNotes && <Text className="pre-wrap">{address.locationNotes}</Text>}
      <Anchor
        href={`https://www.openstreetmap.org/search?query=${asked}`}
        target="_blank"
        rel="noreferrer"
        className="tall-link"
        underline="always"
      >
        {say('map')}
      </Anchor>
    </div>
  );
}

function linesOf(address: Address): string[] {
  const { street, streetNumber, streetNumberAddition, postalCode, city } = address;
  const first = [street, streetNumber, streetNumberAddition].filter(Boolean).join(' ');
  const second = [postalCode, city].filter(Boolean).join(' ');
  return [first, second].filter(Boolean);
}
