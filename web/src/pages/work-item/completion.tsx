// What was done, and the work report for the customer.
import { Button, Group, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { WorkItem } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { useWaitingState } from '../../app/outbox/use-outbox.ts';
import { useMember } from '../../app/session.ts';
import { Icon } from '../../parts/icon.tsx';
import { showDone, showError } from '../../parts/show-error.tsx';
import { useWords } from '../../words/words.ts';
import { itemWords } from './item-words.ts';
import { Section } from './section.tsx';
import { Signature } from './signature.tsx';

const Confirm = lazy(async () => ({ default: (await import('../../parts/confirm.tsx')).Confirm }));

export function Completion({ item }: { item: WorkItem }): ReactNode {
  const say = useWords(itemWords);
  const { completionNotes, hoursWorked, materials, customerSignature, signedBy } = item;
  const texts = [
    ['hoursWorked', hoursWorked],
    ['materials', materials],
    ['signedBy', signedBy === customerSignature ? null : signedBy],
  ] as const;
  return (
    <Section title={say('completionNotes')}>
      {completionNotes && <p className="pre-wrap item-text">{completionNotes}</p>}
      {texts.map(
        ([name, text]) =>
          text && (
            <div key={name}>
              <Text fw={600} mt="xs">
                {say(name)}
              </Text>
              <p className="pre-wrap item-text">{text}</p>
            </div>
          ),
      )}
      {customerSignature && <Signature signature={customerSignature} />}
      <ReportButtons id={item.id} />
    </Section>
  );
}

function ReportButtons({ id }: { id: string }): ReactNode {
  const say = useWords(itemWords);
  const { online } = useNetwork();
  const waiting = useWaitingState(id);
  const { brand } = useMember();
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  // On a phone, the report goes to the customer by mail or a messenger.
  const canShare = navigator.canShare?.({ files: [new File([], 'a.pdf', { type: pdf })] }) ?? false;
  const share = async () => {
    setIsBusy(true);
    try {
      const report = await client.workItems.report(id, { timeoutMs: reportMsMax });
      const file = new File([report], `${say('report')}.pdf`, { type: pdf });
      await navigator.share({ files: [file] });
    } catch (error) {
      // Closing the share sheet is no fault.
      if ((error as Error).name !== 'AbortError') showError(error);
    }
    setIsBusy(false);
  };
  // It would lack what waits, or not load at all.
  if (waiting || !online) {
    return <Text mt="md">{say(waiting ? 'reportLater' : 'reportOffline')}</Text>;
  }
  return (
    <Group gap="xs" mt="md">
      <Button
        component="a"
        href={`/v1/api/work-items/${id}/report`}
        download
        mih={44}
        variant="default"
        leftSection={<Icon name="download" />}
      >
        {say('report')}
      </Button>
      <Button
        component="a"
        href={`/v1/api/work-items/${id}/report`}
        target="_blank"
        rel="noreferrer"
        mih={44}
        variant="default"
        leftSection={<Icon name="print" />}
      >
        {say('printReport')}
      </Button>
      {!brand.isTest && (
        <Button
          mih={44}
          variant="default"
          leftSection={<Icon name="mail" />}
          onClick={() => setIsAsking(true)}
        >
          {say('mailReport')}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <Confirm
            title={say('mailReport')}
            text={say('mailReportText')}
            action={say('mailReportNow')}
            isHarmless
            onConfirm={async () => {
              await client.workItems.mailReport(id);
              showDone(say('reportQueued'));
            }}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
      {canShare && (
        <Button
          mih={44}
          variant="default"
          loading={isBusy}
          leftSection={<Icon name="upload" />}
          onClick={() => void share()}
        >
          {say('shareReport')}
        </Button>
      )}
    </Group>
  );
}

const pdf = 'application/pdf';
const reportMsMax = 30_000;
