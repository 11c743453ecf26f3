// A full-screen photo viewer, with arrow keys, buttons and swipes.
import { ActionIcon, Group, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../words/words.ts';
import { itemWords } from './item-words.ts';

interface LightboxProps {
  assetIds: string[];
  first: number;
  onClose: () => void;
}

const swipePixelsMin = 50;

export default function Lightbox({ assetIds, first, onClose }: LightboxProps): ReactNode {
  const say = useWords(itemWords);
  const [index, setIndex] = useState(first);
  const [missing, setMissing] = useState<string | null>(null);
  const swipeFrom = useRef<number | null>(null);
  const count = assetIds.length;
  const go = (steps: number) => {
    // Retry the full-size photo on the next visit.
    setMissing(null);
    setIndex((old) => Math.min(count - 1, Math.max(0, old + steps)));
  };

  useWindowEvent('keydown', ({ key }) => {
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  });
  useWindowEvent('online', () => setMissing(null));
  const release = (event: PointerEvent) => {
    const moved = event.clientX - (swipeFrom.current ?? event.clientX);
    swipeFrom.current = null;
    if (Math.abs(moved) >= swipePixelsMin) go(moved < 0 ? 1 : -1);
  };

  const assetId = assetIds[index]!;
  const isSmall = missing === assetId;
  const title = say('photo', { number: index + 1, count });
  return (
    <Dialog fullScreen onClose={onClose} title={title} classNames={{ body: 'item-lightbox' }}>
      {isSmall && (
        <Text role="status" ta="center">
          {say('onlySmall')}
        </Text>
      )}
      <img
        src={`/v1/api/assets/${assetId}${isSmall ? '?size=thumbnail' : ''}`}
        alt={title}
        // Offline, a photo that was never opened has only its thumbnail in the cache.
        onError={() => !isSmall && setMissing(assetId)}
        draggable={false}
        onPointerDown={(event) => (swipeFrom.current = event.clientX)}
        onPointerUp={release}
        onPointerCancel={() => (swipeFrom.current = null)}
      />
      {count > 1 && (
        <Group justify="center" py="xs">
          <ActionIcon
            size={48}
            variant="default"
            aria-label={say('previousPhoto')}
            disabled={index === 0}
            onClick={() => go(-1)}
          >
            <Icon name="left" />
          </ActionIcon>
          <Text aria-hidden>{`${index + 1} / ${count}`}</Text>
          <ActionIcon
            size={48}
            variant="default"
            aria-label={say('nextPhoto')}
            disabled={index === count - 1}
            onClick={() => go(1)}
          >
            <Icon name="right" />
          </ActionIcon>
        </Group>
      )}
    </Dialog>
  );
}
