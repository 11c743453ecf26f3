// The photos and PDFs of a lead or job, and those that are being uploaded.
import { Button, FileButton, Group, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { documentType } from '../../../../contract/photo-lists.ts';
import type { Photo, WorkItem } from '../../../../sdk/src/index.ts';
import { queuePhotos } from '../../app/outbox/outbox.ts';
import { useOutbox, useOutboxItems } from '../../app/outbox/use-outbox.ts';
import { Icon } from '../../parts/icon.tsx';
import { hideBroken } from '../../parts/hide-broken.ts';
import { showError } from '../../parts/show-error.tsx';
import { useWords } from '../../words/words.ts';
import { itemWords } from './item-words.ts';
import { photoWords } from './photo-words.ts';
import { Section } from './section.tsx';
import { UploadTile } from './upload-tile.tsx';

const Lightbox = lazy(() => import('./lightbox.tsx'));

export function Photos({ item }: { item: WorkItem }): ReactNode {
  const say = useWords(photoWords);
  const { isBehind } = useOutbox();
  const uploads = useOutboxItems(item.id).flatMap((one) =>
    one.content.kind === 'photo' ? [{ item: one, file: one.content.file }] : [],
  );
  const [shown, setShown] = useState<number | null>(null);
  const photos = item.photos ?? [];
  const stored = photos.flatMap((photo) => (isPicture(photo) ? [photo.assetId!] : []));
  const count = uploads.filter((upload) => upload.item.problem === null).length;
  return (
    <Section title={say('title')}>
      {photos.length + uploads.length === 0 && <Text>{say('none')}</Text>}
      <ul className="item-photos">
        {photos.map((photo, index) => (
          <li key={`${index} ${photo.url}`}>
            <PhotoTile photo={photo} pictures={stored} onOpen={setShown} />
          </li>
        ))}
        {uploads.map((upload) => (
          <li key={upload.item.order}>
            <UploadTile {...upload} />
          </li>
        ))}
      </ul>
      <Text size="sm" role="status" className={count > 0 ? 'item-uploading' : undefined}>
        {count > 0 && say(isBehind ? 'waitingCount' : 'progress', { count })}
      </Text>
      <AddButtons item={item} />
      {shown !== null && stored.length > 0 && (
        <Suspense>
          <Lightbox
            workItemId={item.id}
            assetIds={stored}
            first={shown}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </Section>
  );
}

interface PhotoTileProps {
  photo: Photo;
  /** The assets that the viewer shows. */
  pictures: string[];
  onOpen: (index: number) => void;
}

function PhotoTile({ photo, pictures, onOpen }: PhotoTileProps): ReactNode {
  const say = useWords(itemWords);
  const sayPhoto = useWords(photoWords);
  const { url, status, assetId } = photo;
  if (assetId && !isPicture(photo)) {
    const name = nameIn(url);
    return (
      <a
        className="item-file"
        href={`/v1/api/assets/${assetId}`}
        download
        aria-label={sayPhoto('open', { name })}
      >
        <Icon name="download" />
        <span>{name}</span>
      </a>
    );
  }
  if (assetId) {
    const index = pictures.indexOf(assetId);
    return (
      <UnstyledButton
        onClick={() => onOpen(index)}
        aria-label={say('photo', { number: index + 1, count: pictures.length })}
      >
        <img
          src={`/v1/api/assets/${assetId}?size=thumbnail`}
          alt=""
          loading="lazy"
          onError={hideBroken}
        />
      </UnstyledButton>
    );
  }
  return (
    <Text size="sm" className="item-no-photo">
      {say(status === 'pending' ? 'photoPending' : 'photoFailed')}
      <span className="item-photo-url">{nameIn(url)}</span>
    </Text>
  );
}

function AddButtons({ item: { id, title } }: { item: WorkItem }): ReactNode {
  const say = useWords(photoWords);
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const resetTaken = useRef<() => void>(null);
  const resetChosen = useRef<() => void>(null);
  const add = (files: File[]) => {
    // Otherwise a file that was discarded could not be chosen again.
    resetTaken.current?.();
    resetChosen.current?.();
    void queuePhotos({ workItemId: id, title }, files).catch(showError);
  };
  return (
    <Group gap="xs" mt="xs">
      {isTouch && (
        <FileButton
          accept="image/*"
          capture="environment"
          resetRef={resetTaken}
          onChange={(file) => file && add([file])}
        >
          {(props) => (
            <Button {...props} mih={44} variant="default" leftSection={<Icon name="photo" />}>
              {say('take')}
            </Button>
          )}
        </FileButton>
      )}
      <FileButton accept={`image/*,${documentType}`} multiple resetRef={resetChosen} onChange={add}>
        {(props) => (
          <Button {...props} mih={44} variant="default" leftSection={<Icon name="plus" />}>
            {say(isTouch ? 'choose' : 'add')}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}

function isPicture({ assetId, contentType }: Photo): boolean {
  return assetId !== null && contentType !== documentType;
}

/** The name of an uploaded file, or the whole URL. */
function nameIn(url: string): string {
  const [, name] = /^upload:[^/]*\/\d+\/(.*)$/.exec(url) ?? [];
  return name === undefined ? url : decodeURIComponent(name);
}
