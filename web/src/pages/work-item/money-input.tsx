// An amount in the brand's currency, in cents.
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../../words/format.ts';
import { centsIn, textOfCents } from '../../words/read-money.ts';

interface MoneyInputProps {
  label: string;
  cents: number | null;
  onChange: (cents: number | null) => void;
}

export function MoneyInput({ label, cents, onChange }: MoneyInputProps): ReactNode {
  const { locale } = useFormat();
  const [typed, setTyped] = useState('');
  return (
    <TextInput
      label={label}
      // What is typed stays as it is until the field is left.
      value={typed !== '' && centsIn(typed) === cents ? typed : textOfCents(cents, locale)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(centsIn(value));
      }}
      onBlur={() => setTyped('')}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}
