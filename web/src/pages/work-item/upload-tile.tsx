import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { memberIdempotencyDays } from '../../../../contract/limits.ts';
import { retryItem } from '../../app/outbox/outbox.ts';
import { useOutbox } from '../../app/outbox/use-outbox.ts';
import { errorOf, type OutboxItem } from '../../app/outbox/outbox-item.ts';
import { useDiscard } from '../../app/outbox/use-discard.ts';
import { useObjectUrl } from '../../app/outbox/use-object-url.ts';
import { outboxWords } from '../../app/outbox/outbox-words.ts';
import { describeError } from '../../parts/describe-error.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../words/words.ts';
import { photoWords } from './photo-words.ts';

/** A photo or PDF in the outbox. */
export function UploadTile({ item, file }: { item: OutboxItem; file: File }): ReactNode {
  const say = useWords(photoWords);
  const sayOutbox = useWords(outboxWords);
  const { sending } = useOutbox();
  const discard = useDiscard();
  const picture = useObjectUrl(file);
  const { order, problem } = item;
  const state = problem ? 'failed' : sending === order ? 'sending' : 'waiting';
  const reason =
    problem &&
    (problem.kind === 'refused'
      ? reasonOf(errorOf(problem))
      : sayOutbox('uncertain', { days: memberIdempotencyDays }));
  return (
    <div className="item-upload" data-state={state}>
      {picture && file.type.startsWith('image/') ? (
        <img src={picture} alt={file.name} />
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
      {problem && (
        <>
          <p className="item-upload-reason">{reason}</p>
          <Button fullWidth mih={44} onClick={() => void retryItem(item)}>
            {say('retry')}
          </Button>
          <Button fullWidth mih={44} mt={4} variant="default" onClick={() => void discard(item)}>
            {say('discard')}
          </Button>
        </>
      )}
    </div>
  );
}

function reasonOf(error: Error): string {
  const { text, fields } = describeError(error);
  return fields[0]?.text ?? text;
}
