// The form of a webhook: URL and event types.
import { Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
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
  isBusy: boolean;
  onSubmit: (wanted: Fields) => void;
}

export function WebhookForm(props: WebhookFormProps): ReactNode {
  const { first, isNew = false, action, isBusy, onSubmit } = props;
  const say = useWords(webhooksWords);
  const sayEvent = useWords(eventWords);
  const [url, setUrl] = useState(first.url);
  const [description, setDescription] = useState(first.description ?? '');
  const [isAll, setIsAll] = useState(!first.eventTypes);
  const [ticked, setTicked] = useState<EventType[]>(first.eventTypes ?? ['lead.created']);
  const [personalData, setPersonalData] = useState(first.personalData ?? true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({
      url,
      description: description || null,
      eventTypes: isAll ? null : ticked,
      ...(isNew && { personalData }),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={say('url')}
          description={say('urlHint')}
          placeholder="https://example.com/vakwerk"
          type="url"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          required
          withAsterisk={false}
          classNames={{ description: 'settings-clear' }}
        />
        <TextInput
          label={say('description')}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
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
