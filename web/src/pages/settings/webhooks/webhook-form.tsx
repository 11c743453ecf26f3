// Where events are sent, and which.
import { Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { EventType, NewWebhook } from '../../../../../sdk/src/index.ts';
import { useWords } from '../../../words/words.ts';
import { eventWords, webhooksWords } from './webhooks-words.ts';

const eventTypes = Object.keys(eventWords.pairs).filter(
  (type): type is EventType => type !== 'ping',
);

interface WebhookFormProps {
  first: Pick<NewWebhook, 'url' | 'description' | 'eventTypes'>;
  action: string;
  isBusy: boolean;
  onSubmit: (wanted: Pick<NewWebhook, 'url' | 'description' | 'eventTypes'>) => void;
}

export function WebhookForm({ first, action, isBusy, onSubmit }: WebhookFormProps): ReactNode {
  const say = useWords(webhooksWords);
  const sayEvent = useWords(eventWords);
  const [url, setUrl] = useState(first.url);
  const [description, setDescription] = useState(first.description ?? '');
  const [isAll, setIsAll] = useState(!first.eventTypes);
  const [ticked, setTicked] = useState<EventType[]>(first.eventTypes ?? ['lead.created']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ url, description: description || null, eventTypes: isAll ? null : ticked });
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
        <Group>
          <Button type="submit" loading={isBusy} disabled={!isAll && ticked.length === 0}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
