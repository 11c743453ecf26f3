// An address, with a link to the map and a button to change it.
import { Button, Group, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Address } from '../../../sdk/src/index.ts';
import { client } from '../api/client.ts';
import { useWords } from '../words/words.ts';
import { addressWords } from './address-words.ts';
import { contactWords } from './contact-words.ts';
import { Icon } from './icon.tsx';

const AddressDialog = lazy(() => import('./address-dialog.tsx'));

interface AddressLinesProps {
  address: Address;
  canChange?: boolean;
}

export function AddressLines({ address, canChange = true }: AddressLinesProps): ReactNode {
  const say = useWords(contactWords);
  const sayAddress = useWords(addressWords);
  const [isChanging, setIsChanging] = useState(false);
  const lines = linesOf(address);
  // A customer may have several addresses: the labels tell them apart.
  const named = (what: string) => (lines.length > 0 ? `${what}: ${lines.join(', ')}` : what);
  const searched = encodeURIComponent([...lines, address.country].join(', '));
  return (
    <div>
      {lines.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {address.locationNotes && <Text className="pre-wrap">{address.locationNotes}</Text>}
      <Group gap="xs" mt="xs" className="contact-links">
        <Button
          component="a"
          href={`https://www.openstreetmap.org/search?query=${searched}`}
          target="_blank"
          rel="noreferrer"
          variant="default"
          mih={44}
          aria-label={named(say('map'))}
          leftSection={<Icon name="map" />}
        >
          {say('map')}
        </Button>
        {canChange && (
          <Button
            variant="default"
            mih={44}
            aria-label={named(sayAddress('title'))}
            leftSection={<Icon name="pen" size={16} />}
            onClick={() => setIsChanging(true)}
          >
            {sayAddress('change')}
          </Button>
        )}
      </Group>
      {isChanging && (
        <Suspense>
          <AddressDialog
            title={sayAddress('title')}
            address={address}
            draftName={address.id}
            onSave={(patch, ifMatch) => client.addresses.update(address.id, patch, { ifMatch })}
            onClose={() => setIsChanging(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Street and number, then postcode and city. */
export function linesOf(address: Address): string[] {
  const { street, streetNumber, streetNumberAddition, postalCode, city } = address;
  const first = [street, streetNumber, streetNumberAddition].filter(Boolean).join(' ');
  const second = [postalCode, city].filter(Boolean).join(' ');
  return [first, second].filter(Boolean);
}
