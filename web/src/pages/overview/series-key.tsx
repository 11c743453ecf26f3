// The legend of a plot.
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tone } from './day-series.ts';

interface KeyEntry {
  label: string;
  tone: Tone;
  /** The value under the pointer. */
  value?: string | undefined;
}

export function SeriesKey(props: { series: readonly KeyEntry[]; note?: string }): ReactNode {
  return (
    <Group gap="md" aria-hidden="true">
      {props.series.map(({ label, tone, value }) => (
        <Text key={label} size="sm" component="span" className="overview-key">
          <i data-tone={tone} />
          {label}
          {value !== undefined && `: ${value}`}
        </Text>
      ))}
      {props.note && (
        <Text size="sm" component="span">
          {props.note}
        </Text>
      )}
    </Group>
  );
}
