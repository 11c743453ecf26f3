import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../words/words.ts';
import { discardUpload, type PhotoUpload, retryUpload } from './photo-uploads.ts';
import { photoWords } from './photo-words.ts';

export function UploadTile({ upload }: { upload: PhotoUpload }): ReactNode {
  const say = useWords(photoWords);
  const { id, file, objectUrl, state, reason } = upload;
  return (
    <div className="item-upload" data-state={state}>
      {objectUrl ? (
        <img src={objectUrl} alt={file.name} />
      ) : (
        <span className="item-file">
          <Icon name="upload" />
          <span>{file.name}</span>
        </span>
      )}
      <span className="item-upload-state" title={reason ?? undefined}>
        {state === 'sending' && <Loader size={14} color="white" aria-hidden />}
        {say(state)}
      </span>
      {state === 'failed' && (
        <>
          <p className="item-upload-reason">{reason}</p>
          <Button fullWidth mih={44} onClick={() => retryUpload(id)}>
            {say('retry')}
          </Button>
          <Button fullWidth mih={44} mt={4} variant="default" onClick={() => discardUpload(id)}>
            {say('discard')}
          </Button>
        </>
      )}
    </div>
  );
}
