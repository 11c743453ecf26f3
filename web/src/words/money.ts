// Formats amounts for the user's language, in the currency of the brand's country.
import { useMemo } from 'react';
import { currencyOf } from '../../../contract/currency.ts';
import { useSession } from '../app/session.ts';
import { useFormat } from './format.ts';
import { numberFormat } from './formatters.ts';

/** The formatter takes cents, or the currency's own subunit. */
export function useMoney(): (cents: number) => string {
  const { locale } = useFormat();
  const currency = currencyOf(useSession()?.brand.country ?? '');
  return useMemo(() => {
    const options = currency
      ? ({ style: 'currency', currency } as const)
      : { minimumFractionDigits: 2 };
    return (cents) => numberFormat(locale, options).format(cents / 100);
  }, [locale, currency]);
}
