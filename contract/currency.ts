// The currency of a country, for amounts in texts.

const euroCountries = new Set(
  `AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK
  YT`.split(/\s+/),
);
const otherCurrencies = new Map(
  `AE:AED AL:ALL AU:AUD AW:AWG BA:BAM BQ:USD BR:BRL CA:CAD CH:CHF CW:XCG CZ:CZK DK:DKK FO:DKK GB:GBP GG:GBP
  GI:GIP GL:DKK HK:HKD HU:HUF ID:IDR IL:ILS IM:GBP IN:INR IS:ISK JE:GBP JP:JPY KE:KES KR:KRW LI:CHF MA:MAD
  MD:MDL MK:MKD MX:MXN MY:MYR NG:NGN NO:NOK NZ:NZD PH:PHP PL:PLN QA:QAR RO:RON RS:RSD SE:SEK SG:SGD SR:SRD
  SX:XCG TH:THB TR:TRY UA:UAH US:USD ZA:ZAR`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** Null for an unknown country: a wrong currency is worse than none. */
export function currencyOf(country: string): string | null {
  const code = country.toUpperCase();
  return euroCountries.has(code) ? 'EUR' : (otherCurrencies.get(code) ?? null);
}
