// The form of a webhook: URL and event types.
import { Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DraftNote, useDraftFields } from '../../../parts/draft.tsx';
import type { EventType, NewWebhook } from '../../../../../sdk/src/index.ts';
import { useWords } from '../../../words/words.ts';
import { eventWords, webhooksWords } from './webhooks-words.ts';

const eventTypes = Object.keys(eventWords.pairs).filter(
  (type): type is EventType => type !== 'ping',
);

type Fields = Pick<NewWebhook, 'url' | 'description' | 'eventTypes' | 'personalData'>;

interface WebhookFormProps {
  first: Fields;
  /** Whether personal data is sent can only be chosen at creation. */
  isNew?: boolean;
  action: string;
  /** Of its draft. */
  name: string;
  isBusy: boolean;
  onSubmit: (wanted: Fields) => Promise<unknown>;
}

export function WebhookForm(props: WebhookFormProps): ReactNode {
  const { first, isNew = false, action, name, isBusy, onSubmit } = props;
  const say = useWords(webhooksWords);
  const sayEvent = useWords(eventWords);
  const [texts, setTexts, draft] = useDraftFields(name, {
    url: first.url,
    description: first.description ?? '',
  });
  const [isAll, setIsAll] = useState(!first.eventTypes);
  const [ticked, setTicked] = useState<EventType[]>(first.eventTypes ?? ['lead.created']);
  const [personalData, setPersonalData] = useState(first.personalData ?? true);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await onSubmit({
      url: texts.url,
      description: texts.description || null,
      eventTypes: isAll ? null : ticked,
      ...(isNew && { personalData }),
    });
    draft.startFrom(texts);
  };
  return (
    <form onSubmit={(event) => void submit(event).catch(() => {})}>
      <Stack>
        <DraftNote draft={draft} />
        <TextInput
          label={say('url')}
          description={say('urlHint')}
          placeholder="https://example.com/vakwerk"
          type="url"
          value={texts.url}
          onChange={(event) => setTexts({ ...texts, url: event.currentTarget.value })}
          required
          withAsterisk={false}
          classNames={{ description: 'settings-clear' }}
        />
        <TextInput
          label={say('description')}
          value={texts.description}
          onChange={(event) => setTexts({ ...texts, description: event.currentTarget.value })}
          maxLength={500}
        />
        <Radio.Group
          label={say('which')}
          value={isAll ? 'all' : 'some'}
          onChange={(choice) => setIsAll(choice === 'all')}
        >
          <Stack gap="sm" mt="xs">
            <Radio value="all" label={say('all')} />
            <Radio value="some" label={say('some')} />
          </Stack>
        </Radio.Group>
        {!isAll && (
          <Checkbox.Group
            label={say('kinds')}
            value={ticked}
            onChange={(types) => setTicked(types as EventType[])}
          >
            <div className="settings-choices">
              {eventTypes.map((type) => (
                <Checkbox
                  key={type}
                  value={type}
                  label={sayEvent(type)}
                  description={type}
                  classNames={{ description: 'settings-clear' }}
                />
              ))}
            </div>
          </Checkbox.Group>
        )}
        {isNew && (
          <Checkbox
            label={say('withoutPersonalData')}
            description={say('withoutPersonalDataHint')}
            checked={!personalData}
            onChange={(event) => setPersonalData(!event.currentTarget.checked)}
            classNames={{ description: 'settings-clear' }}
          />
        )}
        <Group>
          <Button type="submit" loading={isBusy} disabled={!isAll && ticked.length === 0}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
