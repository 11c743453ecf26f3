// What a channel brought in the last weeks, as bars and as a table.
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ChannelWeek } from '../../../../../contract/channel.ts';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { channelsWords } from './channels-words.ts';

const heightMax = 36;
const width = 14;
const gap = 6;
const outcomes = ['leads', 'held', 'refused'] as const;

/** Hidden from screen readers: the text beside it has the figures. */
export function WeekBars({ weeks }: { weeks: readonly ChannelWeek[] }): ReactNode {
  const most = Math.max(1, ...weeks.map(totalOf));
  return (
    <svg
      aria-hidden="true"
      className="channel-bars"
      width={weeks.length * (width + gap)}
      height={heightMax}
    >
      {weeks.map((week, index) => {
        let top = heightMax - 1;
        const base = (
          <rect
            key={week.from}
            className="channel-bar-base"
            x={index * (width + gap)}
            y={heightMax - 1}
            width={width}
            height={1}
          />
        );
        const bars = outcomes.map((outcome) => {
          const height = Math.round((week[outcome] / most) * (heightMax - 1));
          top -= height;
          return (
            <rect
              key={`${week.from} ${outcome}`}
              className={`channel-bar-${outcome}`}
              x={index * (width + gap)}
              y={top}
              width={width}
              height={height}
            />
          );
        });
        return [base, ...bars];
      })}
    </svg>
  );
}

function totalOf({ leads, held, refused }: ChannelWeek): number {
  return leads + held + refused;
}

export function WeekTable({ weeks }: { weeks: readonly ChannelWeek[] }): ReactNode {
  const say = useWords(channelsWords);
  const { locale, number } = useFormat();
  // Weeks begin on Monday in UTC.
  const day = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  return (
    <Table horizontalSpacing={4} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" fz="xs">
            {say('weekOf')}
          </Table.Th>
          {outcomes.map((outcome) => (
            <Table.Th key={outcome} scope="col" ta="right" fz="xs">
              {say(outcome)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {weeks.toReversed().map((week) => (
          <Table.Tr key={week.from}>
            <Table.Th scope="row" fw={400}>
              {day.format(new Date(week.from))}
            </Table.Th>
            {outcomes.map((outcome) => (
              <Table.Td key={outcome} ta="right">
                {number(week[outcome])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
