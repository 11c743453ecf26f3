// Thumbnails of a lead's photos.
import { Text, UnstyledButton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Photo } from '../../../../sdk/src/index.ts';
import { useWords } from '../../words/words.ts';
import { itemWords } from './item-words.ts';

const Lightbox = lazy(() => import('./lightbox.tsx'));

export function Photos({ photos }: { photos: Photo[] }): ReactNode {
  const say = useWords(itemWords);
  const [shown, setShown] = useState<number | null>(null);
  const stored = photos.flatMap(({ assetId }) => (assetId ? [assetId] : []));
  return (
    <>
      <ul className="item-photos">
        {photos.map(({ url, status, assetId }, index) => (
          <li key={`${index} ${url}`}>
            {assetId ? (
              <UnstyledButton
                onClick={() => setShown(stored.indexOf(assetId))}
                aria-label={say('photo', {
                  number: stored.indexOf(assetId) + 1,
                  count: stored.length,
                })}
              >
                <img src={`/v1/api/assets/${assetId}?size=thumbnail`} alt="" loading="lazy" />
              </UnstyledButton>
            ) : (
              <Text size="sm" className="item-no-photo">
                {say(status === 'pending' ? 'photoPending' : 'photoFailed')}
                <span className="item-photo-url">{url}</span>
              </Text>
            )}
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Suspense>
          <Lightbox assetIds={stored} first={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
