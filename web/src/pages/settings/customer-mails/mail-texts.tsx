// The texts of the mails, by language and kind, with a preview.
import { Button, Code, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  fillIn,
  type MailText,
  type Placeholder,
  placeholderNames,
  placeholdersOf,
} from '../../../../../contract/customer-mail-text.ts';
import {
  customerMailSubjectLengthMax,
  customerMailTextLengthMax,
} from '../../../../../contract/limits.ts';
import {
  type CustomerMailKind,
  customerMailKinds,
} from '../../../../../contract/notification-lists.ts';
import { useMember } from '../../../app/session.ts';
import { DraftNote, useDraftFields } from '../../../parts/draft.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { type Language, languages, useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import {
  type CustomerMailSettings,
  patchCustomerMails,
  showSaved,
} from './customer-mail-settings.ts';
import { customerMailWords } from './customer-mail-words.ts';

export function MailTexts({ settings }: { settings: CustomerMailSettings }): ReactNode {
  const say = useWords(customerMailWords);
  const { brand } = useMember();
  const [language, setLanguage] = useState<Language>(brand.language);
  const [kind, setKind] = useState<CustomerMailKind>('receipt');
  const { subject, text } = settings.texts[language][kind];
  return (
    <Section title={say('texts')} hint={say('textsHint')}>
      <Group grow preventGrowOverflow={false}>
        <NativeSelect
          label={say('mail')}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as CustomerMailKind)}
          data={customerMailKinds.map((one) => ({ value: one, label: say(one) }))}
        />
        <NativeSelect
          label={say('language')}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value as Language)}
          data={languages.map((one) => ({ value: one, label: say(one) }))}
        />
      </Group>
      <TextForm
        // A saved text is the new original of the form.
        key={`${language} ${kind} ${subject} ${text}`}
        settings={settings}
        language={language}
        kind={kind}
      />
      <Placeholders language={language} kind={kind} />
    </Section>
  );
}

interface ChosenMail {
  language: Language;
  kind: CustomerMailKind;
}

function TextForm({
  settings,
  language,
  kind,
}: ChosenMail & { settings: CustomerMailSettings }): ReactNode {
  const say = useWords(customerMailWords);
  const current = settings.texts[language][kind];
  const usual = settings.usualTexts[language][kind];
  const [fields, setFields, draft] = useDraftFields(`customer-mail ${language} ${kind}`, current);
  const save = useMutation({
    mutationFn: (text: MailText | null) =>
      patchCustomerMails({ texts: { [language]: { [kind]: text } } }),
    onSuccess: (saved) => {
      // First: the saved text makes a new form, which would restore the draft.
      draft.drop();
      showSaved(saved);
      showDone(say('saved'));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(fields);
  };
  const isUsual = current.subject === usual.subject && current.text === usual.text;
  return (
    <form onSubmit={submit}>
      <Stack>
        <DraftNote draft={draft} />
        <TextInput
          label={say('subject')}
          value={fields.subject}
          onChange={(event) => setFields({ ...fields, subject: event.currentTarget.value })}
          maxLength={customerMailSubjectLengthMax}
          required
          withAsterisk={false}
        />
        <Textarea
          label={say('text')}
          value={fields.text}
          onChange={(event) => setFields({ ...fields, text: event.currentTarget.value })}
          maxLength={customerMailTextLengthMax}
          autosize
          minRows={6}
          maxRows={20}
          required
          withAsterisk={false}
        />
        <Preview mail={fields} language={language} />
        {save.error && <ErrorNote error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {say('save')}
          </Button>
          {!isUsual && (
            <Button variant="default" onClick={() => save.mutate(null)} disabled={save.isPending}>
              {say('restore')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

const samples: Record<Language, Record<Exclude<Placeholder, 'business'>, string>> = {
  nl: {
    name: 'Jan de Boer',
    firstName: 'Jan',
    title: 'Lekkende kraan',
    address: 'Oudegracht 12, 3511 AB Utrecht',
    date: 'dinsdag 11 mei 2027',
    time: '09:00–11:00',
    earlier: 'maandag 10 mei 2027, 13:00–15:00',
  },
  en: {
    name: 'Jan de Boer',
    firstName: 'Jan',
    title: 'Leaking tap',
    address: 'Oudegracht 12, 3511 AB Utrecht',
    date: 'Tuesday 11 May 2027',
    time: '09:00–11:00',
    earlier: 'Monday 10 May 2027, 13:00–15:00',
  },
};

function Preview({ mail, language }: { mail: MailText; language: Language }): ReactNode {
  const say = useWords(customerMailWords);
  const { brand } = useMember();
  const filled = fillIn(mail, { ...samples[language], business: brand.name });
  return (
    <section className="settings-preview" aria-label={say('preview')} lang={language}>
      <Text size="sm" fw={600}>
        {say('preview')}
      </Text>
      <Text fw={600} className="settings-wrap">
        {filled.subject}
      </Text>
      <Text className="pre-wrap settings-wrap">{filled.text}</Text>
    </section>
  );
}

function Placeholders({ language, kind }: ChosenMail): ReactNode {
  const say = useWords(customerMailWords);
  return (
    <div>
      <Text fw={600}>{say('placeholders')}</Text>
      <Text size="sm" mb="xs">
        {say('placeholdersHint')}
      </Text>
      <dl className="settings-facts">
        {placeholdersOf[kind].map((one) => (
          <div key={one}>
            <dt>
              <Code>{`{${placeholderNames[one][language]}}`}</Code>
            </dt>
            <dd>{say(one === 'title' ? 'aboutTitle' : one)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
