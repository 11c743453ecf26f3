// A bar plot on a canvas, redrawn when the width or the colour scheme changes.
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { plotHeightPixels, type Series } from './day-series.ts';

interface DayPlotProps {
  days: string[];
  series: Series[];
  locale: string;
  /** The index of the day under the pointer. */
  onPoint: (index: number | null) => void;
}

export default function DayPlot({ days, series, locale, onPoint }: DayPlotProps): ReactNode {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const scheme = useComputedColorScheme('light');
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current || width === 0) return;
    const times = days.map((day) => Date.parse(day) / 1000);
    const plot = new uPlot(
      optionsFor({ series, locale, onPoint, width, element: container.current }),
      [times, ...series.map(({ values }) => values)],
      container.current,
    );
    return () => plot.destroy();
    // The scheme changes the CSS colours that optionsFor reads.
  }, [days, series, locale, onPoint, width, scheme]);
  return (
    <div ref={ref} className="overview-plot">
      <div ref={container} />
    </div>
  );
}

interface PlotOptions extends Omit<DayPlotProps, 'days'> {
  width: number;
  element: HTMLElement;
}

function optionsFor({ series, locale, onPoint, width, element }: PlotOptions): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--overview-${name}`).trim();
  const date = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  const axis: uPlot.Axis = {
    stroke: colour('text'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  };
  return {
    width,
    height: plotHeightPixels,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    // Days are dates in UTC, without a time.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: {
      x: { range: (_, first, last) => [first - halfDaySeconds, last + halfDaySeconds] },
      y: { range: (_, __, max) => [0, Math.max(max, yMaxMin)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 70,
        incrs: [1, 2, 7, 14, 28].map((count) => count * daySeconds),
        values: (_, splits) => splits.map((seconds) => date.format(seconds * 1000)),
      },
      {
        ...axis,
        size: axisSize,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000],
      },
    ],
    series: [
      {},
      ...series.map(({ label, tone }, index): uPlot.Series => ({
        label,
        stroke: colour(tone),
        fill: colour(tone),
        width: 0,
        points: { show: false },
        paths: barsBeside(index, series.length),
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  };
}

/** Wide enough for the longest number. */
function axisSize(_: uPlot, numbers: string[] | null): number {
  const digits = Math.max(0, ...(numbers ?? []).map(({ length }) => length));
  return Math.max(axisPixelsMin, axisGapPixels + digits * digitPixels);
}

const axisPixelsMin = 36;
const axisGapPixels = 12;
const digitPixels = 8;
const daySeconds = 24 * 3600;
const halfDaySeconds = daySeconds / 2;
// The scale of an empty plot.
const yMaxMin = 4;
const barShareOfDay = 0.8;

/** The bars of a day are side by side. */
function barsBeside(index: number, count: number): uPlot.Series.PathBuilder {
  const widthSeconds = (barShareOfDay * daySeconds) / count;
  const shiftSeconds = index * widthSeconds - (barShareOfDay * daySeconds) / 2;
  return uPlot.paths.bars!({
    disp: {
      x0: { unit: 1, values: ({ data }) => Array.from(data[0], (time) => time + shiftSeconds) },
      size: { unit: 1, values: () => [widthSeconds] },
    },
  });
}
