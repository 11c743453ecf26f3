// An amount in the brand's currency, in cents.
import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../words/format.ts';

interface MoneyInputProps {
  label: string;
  cents: number | null;
  onChange: (cents: number | null) => void;
}

export function MoneyInput({ label, cents, onChange }: MoneyInputProps): ReactNode {
  const { locale } = useFormat();
  const isComma = locale.startsWith('nl');
  return (
    <NumberInput
      label={label}
      value={cents === null ? '' : cents / 100}
      onChange={(value) => onChange(value === '' ? null : Math.round(Number(value) * 100))}
      decimalScale={2}
      decimalSeparator={isComma ? ',' : '.'}
      allowedDecimalSeparators={['.', ',']}
      min={0}
      hideControls
      inputMode="decimal"
    />
  );
}
