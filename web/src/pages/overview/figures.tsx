// The key figures.
import { Card, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../words/format.ts';
import { useMoney } from '../../words/money.ts';
import { useWords } from '../../words/words.ts';
import type { Overview } from './overview-data.ts';
import { overviewWords } from './overview-words.ts';

export function Figures({ overview }: { overview: Overview }): ReactNode {
  const say = useWords(overviewWords);
  const { locale, number, percentage } = useFormat();
  const { responseTime, conversion, days, openQuotes } = overview;
  const money = useMoney();
  const { quotes, priced, cents, isMore } = openQuotes;
  const leads = days.reduce((sum, day) => sum + day.leads, 0);
  const { medianMinutes, inTime } = responseTime;
  const responseText = () => {
    if (medianMinutes === null) return say('noResponse');
    return medianMinutes < 1 ? say('underMinute') : duration(medianMinutes, locale);
  };
  const share = conversion.leads > 0 ? conversion.converted / conversion.leads : null;
  return (
    <SimpleGrid
      className="overview-figures"
      cols={{ base: 2, lg: inTime.due > 0 ? 5 : 4 }}
      spacing={{ base: 'xs', xs: 'md' }}
    >
      <Figure
        label={say('openQuotes')}
        value={priced > 0 || quotes === 0 ? money(cents) : '–'}
        hint={say(priced < quotes ? 'quotesUnpriced' : 'quotes', {
          count: quotes,
          shown: number(quotes) + (isMore ? '+' : ''),
          unpriced: number(quotes - priced),
        })}
      />
      <Figure label={say('leads')} value={number(leads)} />
      <Figure
        label={say('response')}
        value={responseText()}
        hint={medianMinutes === null ? undefined : say('responseHint')}
      />
      {inTime.due > 0 && (
        <Figure
          label={say('inTime')}
          value={percentage(inTime.answered / inTime.due)}
          hint={say('inTimeHint', {
            answered: number(inTime.answered),
            due: number(inTime.due),
          })}
        />
      )}
      <Figure
        label={say('conversion')}
        value={share === null ? '–' : percentage(share)}
        hint={say('conversionHint', {
          converted: number(conversion.converted),
          leads: number(conversion.leads),
        })}
      />
    </SimpleGrid>
  );
}

function Figure(props: { label: string; value: string; hint?: string | undefined }): ReactNode {
  return (
    <Card withBorder>
      <div className="overview-card">
        <Text>{props.label}</Text>
        <Text className="overview-figure">{props.value}</Text>
        {props.hint && <Text size="sm">{props.hint}</Text>}
      </div>
    </Card>
  );
}

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** In minutes, hours or days, whichever is precise enough. */
function duration(minutes: number, locale: string): string {
  const [unit, size] =
    minutes < 1.5 * hourMinutes
      ? (['minute', 1] as const)
      : minutes < 1.5 * dayMinutes
        ? (['hour', hourMinutes] as const)
        : (['day', dayMinutes] as const);
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(locale, options).format(minutes / size);
}
