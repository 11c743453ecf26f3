// Converts values to and from PostgreSQL types. The program uses milliseconds for times and JSON
// text for lists, whatever the column type.
import { type CustomTypesConfig, types } from 'pg';

const typeIds = { bool: 16, int8: 20, timestamptz: 1184, uuid: 2950, jsonb: 3802 };
const elementTypeIds: Record<number, number> = { 1185: typeIds.timestamptz, 2951: typeIds.uuid };
// "Never", for sorting and comparing.
const farFuture = Number.MAX_SAFE_INTEGER;
// Our notation only; PostgreSQL accepts others for the same value.
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Converts a value for a parameter of that type. */
export function bindable(value: unknown, typeId: number): unknown {
  if (value === undefined) throw new TypeError('a value in a statement is undefined');
  if (value === null) return null;
  if (Array.isArray(value)) {
    const elementTypeId = elementTypeIds[typeId] ?? 0;
    return value.map((one) => bindable(one, elementTypeId)).filter((one) => one !== null);
  }
  switch (typeId) {
    case typeIds.timestamptz:
      return timeText(value as number);
    case typeIds.bool:
      return Boolean(value);
    // A malformed id matches nothing: it becomes null.
    case typeIds.uuid:
      return uuid.test(value as string) ? value : null;
    default:
      return value;
  }
}

/** Converts one column of many rows. */
export function bindableColumn(values: readonly unknown[], typeName: string): unknown[] {
  if (values.includes(undefined)) throw new TypeError('a value in a row is undefined');
  if (typeName === 'timestamp with time zone') {
    return values.map((value) => (value === null ? null : timeText(value as number)));
  }
  if (typeName === 'boolean')
    return values.map((value) => (value === null ? null : Boolean(value)));
  return [...values];
}

// PostgreSQL has no year 0: the year before 1 is 1 BC. Its range begins in 4713 BC.
const yearMin = -4712;

function timeText(milliseconds: number): string {
  if (milliseconds >= farFuture) return 'infinity';
  const time = new Date(milliseconds);
  const year = time.getUTCFullYear();
  if (year < yearMin) return '-infinity';
  const [, rest] = /^.\d+(-.*)$/.exec(time.toISOString())!;
  const digits = (count: number) => String(count).padStart(4, '0');
  return year > 0 ? `${digits(year)}${rest}` : `${digits(1 - year)}${rest} BC`;
}

export const typeParsers: CustomTypesConfig = {
  getTypeParser: ((typeId: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return types.getTypeParser(typeId, 'binary');
    switch (typeId) {
      case typeIds.int8:
        return Number;
      case typeIds.timestamptz:
        return readTime;
      case typeIds.jsonb:
        return (text: string) => text;
      default:
        return types.getTypeParser(typeId);
    }
  }) as typeof types.getTypeParser,
};

// The session's time zone is UTC: 2026-11-15 09:30:00.123+00
const timeShape = /^(\d{4,6})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\+00( BC)?$/;

function readTime(text: string): number {
  if (text === 'infinity') return farFuture;
  if (text === '-infinity') return -farFuture;
  const [, yearText, month, day, time, isBefore] = timeShape.exec(text)!;
  const year = isBefore ? 1 - Number(yearText) : Number(yearText);
  const sixDigits = String(Math.abs(year)).padStart(6, '0');
  return Date.parse(`${year < 0 ? '-' : '+'}${sixDigits}-${month}-${day}T${time}Z`);
}
