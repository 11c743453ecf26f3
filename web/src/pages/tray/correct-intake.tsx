// Corrects a held or refused intake, beside what came in.
import { Code, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { readErrorDetails } from '../../../../sdk/src/error-details.ts';
import type { ErrorDetail, Intake, ListedIntake } from '../../../../sdk/src/index.ts';
import { CorrectLead } from '../../parts/correct-lead.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useWords } from '../../words/words.ts';
import { acceptIntake, bodyOf, useIntake, useReasons } from './intake-data.ts';
import { trayWords } from './tray-words.ts';

interface CorrectIntakeProps {
  intake: ListedIntake;
  /** Of an attempt to accept it as it is. */
  details: readonly ErrorDetail[];
  onAccepted: (workItemId: string) => void;
  onClose: () => void;
}

export default function CorrectIntake(props: CorrectIntakeProps): ReactNode {
  const { intake, details, onAccepted, onClose } = props;
  const say = useWords(trayWords);
  const reasonsOf = useReasons();
  const whole = useIntake(intake.id);
  const known = details.length > 0 ? details : readErrorDetails(intake.errorDetails);
  return (
    <Dialog onClose={onClose} title={say('correctTitle')} size="lg">
      <Stack>
        {reasonsOf(intake).map((reason) => (
          <Text key={reason} size="sm">
            {reason}
          </Text>
        ))}
        <Loaded query={whole}>
          {(found) => (
            <>
              <AsItCameIn intake={found} />
              <CorrectLead
                name={`intake ${found.id}`}
                body={bodyOf(found)}
                details={known}
                accept={async (corrections) => {
                  const lead = await acceptIntake(found.id, corrections);
                  onClose();
                  onAccepted(lead.id);
                }}
              />
            </>
          )}
        </Loaded>
      </Stack>
    </Dialog>
  );
}

function AsItCameIn({ intake: { sent, body, files } }: { intake: Intake }): ReactNode {
  const say = useWords(trayWords);
  const text = sent === null ? body : JSON.stringify(sent, null, 2);
  return (
    <details className="tray-sent">
      <summary>{say('cameIn')}</summary>
      {files.length > 0 && (
        <List size="sm" aria-label={say('files')}>
          {files.map(({ name }, index) => (
            <List.Item key={`${index} ${name}`}>{name}</List.Item>
          ))}
        </List>
      )}
      {text !== null && (
        <Code
          block
          tabIndex={0}
          role="group"
          className="pre-wrap tray-tall"
          aria-label={say('cameIn')}
        >
          {text}
        </Code>
      )}
    </details>
  );
}
