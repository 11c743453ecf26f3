// What an item of the outbox will add or change.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WorkItemPatch } from '../../../../sdk/src/index.ts';
import { Signature } from '../../pages/work-item/signature.tsx';
import { assigneeWords } from '../../parts/assignee-words.ts';
import { fieldLabel } from '../../parts/field-rules.ts';
import { usePeople } from '../../parts/people.ts';
import { useFormat } from '../../words/format.ts';
import { useMoney } from '../../words/money.ts';
import { periodText } from '../../words/period.ts';
import { useWords } from '../../words/words.ts';
import { type OutboxItem, textsOf } from './outbox-item.ts';
import { useObjectUrl } from './use-object-url.ts';

export function EntryContent({ item: { content } }: { item: OutboxItem }): ReactNode {
  if (content.kind === 'photo') return <Photo file={content.file} />;
  return (
    <>
      {Object.entries(textsOf(content)).map(
        ([name, text]) =>
          text && (
            <Line key={name}>
              {content.kind === 'note' ? text : `${fieldLabel(name) ?? name}: ${text}`}
            </Line>
          ),
      )}
      {content.kind === 'change' && <Changed patch={content.patch} />}
    </>
  );
}

function Line({ children }: { children: ReactNode }): ReactNode {
  return (
    <Text size="sm" className="pre-wrap outbox-text">
      {children}
    </Text>
  );
}

function Photo({ file }: { file: File }): ReactNode {
  const picture = useObjectUrl(file);
  if (!picture || !file.type.startsWith('image/')) return <Line>{file.name}</Line>;
  return <img className="outbox-photo" src={picture} alt={file.name} />;
}

/** What is no text. */
function Changed({ patch }: { patch: WorkItemPatch }): ReactNode {
  const say = useWords(assigneeWords);
  const format = useFormat();
  const money = useMoney();
  const { data: names = {} } = usePeople();
  const { scheduledStart, scheduledEnd, finalCost, assigneeId, customerSignature } = patch;
  return (
    <>
      {scheduledStart && <Line>{periodText(format, scheduledStart, scheduledEnd ?? null)}</Line>}
      {typeof finalCost === 'number' && (
        <Line>{`${fieldLabel('finalCost')}: ${money(finalCost)}`}</Line>
      )}
      {assigneeId !== undefined && (
        <Line>
          {`${say('label')}: ${assigneeId === null ? say('nobody') : (names[assigneeId] ?? say('nameless'))}`}
        </Line>
      )}
      {customerSignature && <Signature signature={customerSignature} />}
    </>
  );
}
