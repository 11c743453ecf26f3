import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countryCodeOf, countryCodes, isCountryCode } from '#core/addresses/country-code.ts';
import { type Coordinates, geocode } from '#core/addresses/geocode.ts';
import { plainName } from '#core/addresses/place-name.ts';
import { postcodeCandidates, readPostcodeTable } from '#core/addresses/postcode-table.ts';
import { findCity } from '#places/city-index.ts';
import { readPlaces } from '#places/read-places.ts';
import * as fc from 'fast-check';

const places = readPlaces();

describe('cities', () => {
  const knownCities: [country: string, latitude: number, longitude: number, names: string[]][] = [
    ['NL', 52.09, 5.12, ['Utrecht', 'UTRECHT', ' utrecht ', 'Utrecht, Nederland']],
    ['NL', 52.08, 4.3, ['Den Haag', "'s-Gravenhage", 's gravenhage', '’S-GRAVENHAGE', 'The Hague']],
    ['NL', 51.7, 5.3, ["'s-Hertogenbosch", 's Hertogenbosch', 'Den Bosch', 'den bosch']],
    ['NL', 52.13, 4.66, ['Alphen aan den Rijn', 'Alphen a/d Rijn', 'Alphen a.d. Rijn']],
    ['NL', 51.57, 5.46, ['Sint-Oedenrode', 'St. Oedenrode', 'st oedenrode']],
    ['NL', 52.26, 4.63, ['Nieuw-Vennep', 'Nieuw Vennep', 'Nw. Vennep']],
    ['NL', 52.3, 4.69, ['Hoofddorp', 'Haarlemmermeer']],
    ['NL', 52.67, 4.7, ['Bergen', 'Bergen (NH)']],
    ['NL', 51.66, 5.04, ['Kaatsheuvel']],
    ['BE', 51.22, 4.4, ['Antwerpen', 'Anvers', 'Antwerp']],
    ['BE', 50.85, 4.35, ['Brussel', 'Bruxelles', 'Brussels', 'Brussel/Bruxelles']],
    ['BE', 50.83, 4.37, ['Ixelles', 'Elsene']],
    ['DE', 48.14, 11.58, ['München', 'Munchen', 'Muenchen', 'MÜNCHEN', 'Mu\u0308nchen', 'Munich']],
    ['DE', 50.12, 8.68, ['Frankfurt', 'Frankfurt am Main', 'Frankfurt/Main']],
    ['DE', 52.35, 14.55, ['Frankfurt (Oder)', 'Frankfurt a.d. Oder', 'Frankfurt an der Oder']],
    ['CH', 47.37, 8.55, ['Zürich', 'Zurich', 'Zuerich', 'ZÜRICH']],
    ['CH', 47.42, 9.37, ['St. Gallen', 'Sankt Gallen', 'Saint-Gall']],
    ['DK', 56.16, 10.21, ['Aarhus', 'Århus']],
    ['PL', 51.77, 19.47, ['Łódź', 'Lodz']],
    ['US', 40.71, -74.01, ['New York', 'New York City']],
    ['GR', 37.98, 23.73, ['Αθήνα', 'Athens']],
  ];
  for (const [country, latitude, longitude, names] of knownCities) {
    it(`finds ${names[0]} (${country}) however it is written`, () => {
      for (const name of names) {
        assertNear(places.cityAt(country, name), { latitude, longitude }, name);
      }
    });
  }

  it('does not find a city in another country, nor a part of a name', () => {
    for (const [country, name] of [
      ['BE', 'Utrecht'],
      ['XX', 'Utrecht'],
      ['NL', 'Utre'],
      ['NL', 'Nergenshuizen'],
      ['NL', ''],
      ['NL', '-'],
      ['NL', 'constructor'],
    ] as const) {
      assert.equal(places.cityAt(country, name), undefined, `${country} ${name}`);
    }
  });

  it('finds every line of an index and no other name', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/).filter((name) => plainName(name) === name);
    fc.assert(
      fc.property(fc.uniqueArray(word), word, (names, other) => {
        const lines = names.toSorted().map((name) => `NL${name}\t${name.length}\t-4.5\n`);
        const index = Buffer.from(lines.join(''));
        for (const name of names) {
          const found = { latitude: name.length, longitude: -4.5 };
          assert.deepEqual(findCity(index, 'NL', name), found);
        }
        if (!names.includes(other)) assert.equal(findCity(index, 'NL', other), undefined);
      }),
    );
  });

  it('takes any text for a name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite' }), (text) => {
        const found = places.cityAt('NL', text);
        assert.ok(found === undefined || (found.latitude > 50 && found.latitude < 54));
      }),
    );
  });
});

describe('country codes', () => {
  const writings: Record<string, string[]> = {
    NL: [
      'NL',
      'nl',
      ' Nl ',
      'N.L.',
      'NLD',
      'Netherlands',
      'The Netherlands',
      'Nederland',
      'Holland',
    ],
    BE: ['BE', 'BEL', 'België', 'Belgie', 'BELGIUM', 'Belgique', 'Belgien'],
    DE: ['de', 'Deutschland', 'Duitsland', 'Germany', 'Allemagne', 'Niemcy'],
    GB: ['UK', 'GB', 'United Kingdom', 'Verenigd Koninkrijk', 'England', 'Great Britain'],
    US: ['USA', 'U.S.A.', 'United States', 'United States of America', 'Verenigde Staten'],
    CZ: ['Czechia', 'Czech Republic', 'Tsjechië', 'Česko'],
    TT: ['Trinidad & Tobago', 'Trinidad and Tobago', 'Trinidad en Tobago'],
    MM: ['Myanmar', 'Burma'],
    GM: ['Gambia', 'The Gambia'],
    JP: ['日本', 'Japan'],
  };
  for (const [code, texts] of Object.entries(writings)) {
    it(`reads ${texts.join(', ')} as ${code}`, () => {
      for (const text of texts) assert.equal(countryCodeOf(text), code, text);
    });
  }

  it('reads the English, Dutch and German name of every country', () => {
    for (const language of ['en', 'nl', 'de']) {
      const names = new Intl.DisplayNames(language, { type: 'region' });
      for (const code of countryCodes) assert.equal(countryCodeOf(names.of(code) ?? ''), code);
    }
  });

  it('does not guess', () => {
    for (const text of ['', ' ', '-', 'xx', 'EU', 'Nergensland', 'constructor', '🏠']) {
      assert.equal(countryCodeOf(text), undefined, text);
    }
  });

  it('tells a code from other texts', () => {
    assert.deepEqual(
      ['NL', 'XK', 'nl', 'NLD', 'XX', 'UK', ''].filter((text) => isCountryCode(text)),
      ['NL', 'XK'],
    );
    assert.equal(new Set(countryCodes).size, 250);
  });
});

describe('geocode', () => {
  it('has a centre for every country, and never 0,0', () => {
    for (const code of countryCodes) {
      const point = geocode(places, { country: code, city: '' }, 'NL', undefined);
      assert.equal(point.precision, 'country');
      assert.ok(Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180, code);
      assert.ok(Math.hypot(point.latitude, point.longitude) > 1, code);
    }
  });

  it('takes the finest level that is known', () => {
    const utrecht = { country: 'Nederland', city: 'Utrecht' };
    const postcode = { latitude: 52.1, longitude: 5.1 };
    assert.deepEqual(geocode(places, utrecht, 'BE', postcode), {
      ...postcode,
      precision: 'postcode',
    });
    const city = geocode(places, utrecht, 'BE', undefined);
    assert.equal(city.precision, 'city');
    assertNear(city, { latitude: 52.09, longitude: 5.12 });
    const country = geocode(places, { ...utrecht, city: 'Nergenshuizen' }, 'BE', undefined);
    assert.equal(country.precision, 'country');
    assertNear(country, { latitude: 52.1, longitude: 5.2 }, 'the middle of the Netherlands', 50);
  });

  it("assumes the brand's country when the country is unknown", () => {
    const point = geocode(places, { country: 'Nergensland', city: 'Gent' }, 'BE', undefined);
    assert.equal(point.precision, 'city');
    assertNear(point, { latitude: 51.05, longitude: 3.72 });
  });

  it('refuses a brand country that is none', () => {
    const place = { country: '', city: '' };
    assert.throws(() => geocode(places, place, 'XX', undefined), /not a country code: XX/);
  });
});

describe('postcode table', () => {
  const candidateCases: [country: string, postcode: string, candidates: string[]][] = [
    ['NL', '1011AB', ['1011AB', '1011']],
    ['NL', '1011 ab', ['1011AB', '1011']],
    ['NL', 'NL-1011 AB', ['1011AB', '1011']],
    ['NL', '1011', ['1011']],
    ['NL', '', []],
    ['BE', 'B-1000', ['1000']],
    ['LU', 'L-1009', ['1009']],
    ['DE', '80331', ['80331']],
    ['GB', 'SW1A 1AA', ['SW1A1AA', 'SW1A']],
    ['GB', 'M1 1AE', ['M11AE', 'M1']],
    ['IE', 'D02 X285', ['D02X285', 'D02']],
    ['US', '12345-6789', ['123456789', '12345']],
    ['CA', 'K1A 0B1', ['K1A0B1', 'K1A']],
  ];
  for (const [country, postcode, candidates] of candidateCases) {
    it(`looks for ${country} "${postcode}" as ${candidates.join(', then ') || 'nothing'}`, () => {
      assert.deepEqual(postcodeCandidates(country, postcode), candidates);
    });
  }

  it('reads a GeoNames file', async () => {
    const points = await readAll([
      geoNamesLine('NL', '1011', '52.3728', '4.9047'),
      geoNamesLine('NL', '1011 AB', '52.37', '4.90'),
      geoNamesLine('LU', 'L-1009', '49.6', '6.1'),
      '',
    ]);
    assert.deepEqual(points, [
      { countryCode: 'NL', postcode: '1011', latitude: 52.3728, longitude: 4.9047 },
      { countryCode: 'NL', postcode: '1011AB', latitude: 52.37, longitude: 4.9 },
      { countryCode: 'LU', postcode: '1009', latitude: 49.6, longitude: 6.1 },
    ]);
  });

  it('reads a file of addresses: the mean of each postcode and of each area', async () => {
    const points = await readAll([
      '\uFEFFopenbareruimte;huisnummer;Postcode;woonplaats;lon;lat\r',
      'Dam;1;1012 JS;Amsterdam;4.8900;52.3700\r',
      '"Dam; noord";2;1012JS;Amsterdam;4.8920;52.3720\r',
      'Damrak;1;1012LG;Amsterdam;4,90;52,38\r',
      'Zonder postcode;1;;Amsterdam;4.9;52.3\r',
    ]);
    assert.deepEqual(points, [
      { countryCode: 'NL', postcode: '1012JS', latitude: 52.371, longitude: 4.891 },
      { countryCode: 'NL', postcode: '1012LG', latitude: 52.38, longitude: 4.9 },
      { countryCode: 'NL', postcode: '1012', latitude: 52.374, longitude: 4.894 },
    ]);
  });

  it('reads commas, full column names and a column with the country', async () => {
    const points = await readAll([
      'country,postal_code,latitude,longitude',
      'België,1000,50.8466,4.3528',
      ',1011,52.3,4.9',
    ]);
    assert.deepEqual(
      points.map(({ countryCode, postcode }) => countryCode + postcode),
      ['BE1000', 'NL1011'],
    );
  });

  const faults: [name: string, lines: string[], message: RegExp][] = [
    ['no postcode column', ['straat;lat;lon'], /^line 1: expected a column named postcode/],
    ['no position', ['postcode;x;y'], /^line 1: expected a column named lat or latitude/],
    [
      'a word for a number',
      ['postcode;lat;lon', '1011AB;52.3;4.9', '1011AC;noord;4.9'],
      /^line 3: latitude must be a number from -90 to 90, got "noord"/,
    ],
    [
      'degrees out of range',
      ['postcode,lat,lon', '', '1011AB,52.3,190'],
      /^line 3: longitude must be a number from -180 to 180/,
    ],
    ['half a position', ['postcode,lat,lon', '1011AB,,4.9'], /^line 2: latitude must be/],
    ['0,0', ['postcode,lat,lon', '1011AB,0,0.0'], /^line 2: latitude and longitude are both 0/],
    ['a short row', ['postcode,lat,lon', '1011AB,52.3'], /^line 2: expected 3 columns/],
    ['an open quote', ['postcode,lat,lon', '"1011AB,52.3,4.9'], /^line 2: a quote is not closed/],
    ['a short GeoNames row', ['NL\t1011\tAmsterdam'], /^line 1: expected at least 11 columns/],
    [
      'an unknown country',
      [geoNamesLine('NL', '1011', '52.3', '4.9'), geoNamesLine('XX', '1', '1', '1')],
      /^line 2: unknown country "XX"/,
    ],
  ];
  for (const [name, lines, message] of faults) {
    it(`refuses ${name} and names the line`, async () => {
      await assert.rejects(readAll(lines), { message });
    });
  }
});

function readAll(lines: string[]) {
  return Array.fromAsync(readPostcodeTable(lines, 'NL'));
}

function geoNamesLine(country: string, postcode: string, latitude: string, longitude: string) {
  return [country, postcode, 'Place', '', '', '', '', '', '', latitude, longitude, '6'].join('\t');
}

function assertNear(
  found: Coordinates | undefined,
  expected: Coordinates,
  name = 'the point',
  kilometresMax = 3,
): void {
  assert.ok(found, `${name} was not found`);
  const north = (found.latitude - expected.latitude) * 111;
  const east = (found.longitude - expected.longitude) * 111 * Math.cos(found.latitude / 57.3);
  const kilometres = Math.hypot(north, east);
  assert.ok(kilometres < kilometresMax, `${name} is ${kilometres.toFixed(1)} km off`);
}
