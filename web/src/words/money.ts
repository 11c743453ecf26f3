// Money as people of the language write it, in what is paid with in the brand's country.
import { useSession } from '../app/session.ts';
import { useFormat } from './format.ts';

/** From cents, or what a country has in their place. */
export function useMoney(): (cents: number) => string {
  const { locale } = useFormat();
  const currency = currencyOf(useSession()?.brand.country ?? '');
  const shown = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return (cents) => shown.format(cents / 100);
}

// Where it is not the euro.
const otherCurrencies = new Map(
  `AE:AED AL:ALL AU:AUD AW:AWG BA:BAM BQ:USD BR:BRL CA:CAD CH:CHF CW:XCG CZ:CZK DK:DKK FO:DKK GB:GBP GG:GBP
  GI:GIP GL:DKK HK:HKD HU:HUF ID:IDR IL:ILS IM:GBP IN:INR IS:ISK JE:GBP JP:JPY KE:KES KR:KRW LI:CHF MA:MAD
  MD:MDL MK:MKD MX:MXN MY:MYR NG:NGN NO:NOK NZ:NZD PH:PHP PL:PLN QA:QAR RO:RON RS:RSD SE:SEK SG:SGD SR:SRD
  SX:XCG TH:THB TR:TRY UA:UAH US:USD ZA:ZAR`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

export function currencyOf(country: string): string {
  return otherCurrencies.get(country.toUpperCase()) ?? 'EUR';
}
