// The form of the brand's settings.
import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId } from 'react';
import { app } from '../../../api/client.ts';
import type { BrandSettings } from '../../../api/session.ts';
import { setSession, readSession } from '../../../api/session-store.ts';
import { kinds, queries } from '../../../app/queries.ts';
import { ColourInput } from '../../../parts/colour-input.tsx';
import { DraftNote, useDraftFields } from '../../../parts/draft.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { LogoInput } from '../../../parts/logo-input.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { type Language, languages, useLanguage, useWords } from '../../../words/words.ts';
import { brandWords } from './brand-words.ts';
import { countriesIn } from './countries.ts';
import { trades } from './trades.ts';
import { WorkingHoursInput } from './working-hours-input.tsx';

const queryKey = [kinds.settings, 'brand'];

export const brandQuery = { queryKey, queryFn: () => app.get<BrandSettings>('/brand') };

interface BrandFormProps {
  brand: BrandSettings;
  /** Only what a new business is asked. */
  isShort?: boolean;
}

export function BrandForm({ brand, isShort = false }: BrandFormProps): ReactNode {
  const say = useWords(brandWords);
  const language = useLanguage();
  const tradesId = useId();
  const [edited, setEdited, draft] = useDraftFields(isShort ? 'set-up' : 'brand', brand);
  const save = useMutation({
    mutationFn: () => {
      const { id: _id, trade, ...fields } = edited;
      return app.change<BrandSettings>('PATCH', '/brand', {
        ...fields,
        trade: trade?.trim() || null,
      });
    },
    onSuccess: (saved) => {
      draft.startFrom(saved);
      queries.setQueryData(queryKey, saved);
      updateSession(saved);
      showDone(say('saved'));
    },
  });
  const change = (changes: Partial<BrandSettings>) => setEdited({ ...edited, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <DraftNote draft={draft} />
        <TextInput
          label={say('name')}
          description={say('nameHint')}
          value={edited.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          maxLength={200}
          required
          withAsterisk={false}
          classNames={{ description: 'settings-clear' }}
        />
        <TextInput
          label={say('trade')}
          description={say('tradeHint')}
          value={edited.trade ?? ''}
          onChange={(event) => change({ trade: event.currentTarget.value })}
          maxLength={200}
          list={tradesId}
          autoComplete="off"
          classNames={{ description: 'settings-clear' }}
        />
        <datalist id={tradesId}>
          {trades[edited.language].map((trade) => (
            <option key={trade} value={trade} />
          ))}
        </datalist>
        <div>
          <LogoInput logo={edited.logo} onChange={(logo) => change({ logo })} />
          <Text size="xs" mt={4} className="settings-clear">
            {say('looksHint')}
          </Text>
        </div>
        <ColourInput colour={edited.colour} onChange={(colour) => change({ colour })} />
        <SimpleGrid cols={{ base: 1, sm: isShort ? 1 : 2 }}>
          {!isShort && (
            <NativeSelect
              label={say('country')}
              description={say('countryHint')}
              value={edited.country}
              onChange={(event) => change({ country: event.currentTarget.value })}
              data={countriesIn(language, brand.country)}
              classNames={{ description: 'settings-clear' }}
            />
          )}
          <NativeSelect
            label={say('language')}
            description={say('languageHint')}
            value={edited.language}
            onChange={(event) => change({ language: event.currentTarget.value as Language })}
            data={languages.map((one) => ({ value: one, label: say(one) }))}
            classNames={{ description: 'settings-clear' }}
          />
        </SimpleGrid>
        {!isShort && (
          <NativeSelect
            label={say('timeZone')}
            description={say('timeZoneHint')}
            value={edited.timeZone}
            onChange={(event) => change({ timeZone: event.currentTarget.value })}
            data={timeZonesWith(brand.timeZone)}
            classNames={{ description: 'settings-clear' }}
          />
        )}
        <WorkingHoursInput
          hours={edited.workingHours}
          onChange={(workingHours) => change({ workingHours })}
        />
        {!isShort && (
          <NativeSelect
            label={say('answer')}
            description={say('answerHint')}
            value={String(edited.answerMinutes)}
            onChange={(event) => change({ answerMinutes: Number(event.currentTarget.value) })}
            data={answerChoices(brand.answerMinutes).map((minutes) => ({
              value: String(minutes),
              label: minutes === 0 ? say('answerNever') : durationIn(language, minutes),
            }))}
            classNames={{ description: 'settings-clear' }}
          />
        )}
        {save.error && <ErrorNote error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending}>
            {say('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function answerChoices(current: number): number[] {
  const usual = [0, 15, 30, 60, 120, 240, 480];
  return [...new Set([...usual, current])].toSorted((one, other) => one - other);
}

function durationIn(language: Language, minutes: number): string {
  const unit = minutes % 60 === 0 ? 'hour' : 'minute';
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, options).format(unit === 'hour' ? minutes / 60 : minutes);
}

function timeZonesWith(current: string): string[] {
  return [...new Set([current, ...Intl.supportedValuesOf('timeZone')])].toSorted();
}

/** The header and all times update immediately. */
function updateSession({ logo: _logo, ...brand }: BrandSettings): void {
  const session = readSession();
  if (session?.brand.id !== brand.id) return;
  const brands = session.brands.map((one) =>
    one.id === session.brand.liveId ? { ...one, name: brand.name } : one,
  );
  setSession({ ...session, brand: { ...session.brand, ...brand }, brands });
}
