// A full-screen photo viewer, with arrow keys, buttons and swipes.
import { ActionIcon, Group, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { showDone } from '../../parts/show-error.tsx';
import { useWords } from '../../words/words.ts';
import { removePhoto } from './item-data.ts';
import { itemWords } from './item-words.ts';
import { photoWords } from './photo-words.ts';

interface LightboxProps {
  workItemId: string;
  assetIds: string[];
  first: number;
  onClose: () => void;
}

const swipePixelsMin = 50;

export default function Lightbox({
  workItemId,
  assetIds,
  first,
  onClose,
}: LightboxProps): ReactNode {
  const say = useWords(itemWords);
  const [index, setIndex] = useState(first);
  const sayPhoto = useWords(photoWords);
  const [isAsking, setIsAsking] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  const swipeFrom = useRef<number | null>(null);
  const count = assetIds.length;
  const go = (steps: number) => {
    // Retry the full-size photo on the next visit.
    setMissing(null);
    setIndex((old) => Math.min(count - 1, Math.max(0, old + steps)));
  };

  useWindowEvent('keydown', ({ key }) => {
    if (isAsking) return;
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  });
  useWindowEvent('online', () => setMissing(null));
  const release = (event: PointerEvent) => {
    const moved = event.clientX - (swipeFrom.current ?? event.clientX);
    swipeFrom.current = null;
    if (Math.abs(moved) >= swipePixelsMin) go(moved < 0 ? 1 : -1);
  };

  // Somebody else may have removed the last one.
  const shown = Math.min(index, count - 1);
  const assetId = assetIds[shown]!;
  const isSmall = missing === assetId;
  const title = say('photo', { number: shown + 1, count });
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
      <Group justify="center" py="xs">
        {count > 1 && (
          <>
            <ActionIcon
              size={48}
              variant="default"
              aria-label={say('previousPhoto')}
              disabled={shown === 0}
              onClick={() => go(-1)}
            >
              <Icon name="left" />
            </ActionIcon>
            <Text aria-hidden>{`${shown + 1} / ${count}`}</Text>
            <ActionIcon
              size={48}
              variant="default"
              aria-label={say('nextPhoto')}
              disabled={shown === count - 1}
              onClick={() => go(1)}
            >
              <Icon name="right" />
            </ActionIcon>
          </>
        )}
        <ActionIcon
          size={48}
          variant="default"
          aria-label={sayPhoto('remove')}
          onClick={() => setIsAsking(true)}
        >
          <Icon name="trash" />
        </ActionIcon>
      </Group>
      {isAsking && (
        <Confirm
          title={sayPhoto('remove')}
          text={sayPhoto('removeText')}
          action={sayPhoto('remove')}
          onConfirm={async () => {
            await removePhoto(workItemId, assetId);
            showDone(sayPhoto('removed'));
            onClose();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  );
}
