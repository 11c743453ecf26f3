// Lists and searches on a database of a million leads: deep pages, rare and common words.
import { sampleLead } from './sample-leads.ts';
import type { Report } from './report.ts';

const repeats = 60;
export const deepPage = 1_000;
const leadsPerPage = 50;
const limitMin = 20;
/** So that the deep page exists. */
export const leadsMin = deepPage * leadsPerPage;
const searches = {
  'one lead, by e-mail': sampleLead(777_777).email,
  'one lead, by phone': '06 1077 7777',
  'a rare word': 'ningningning',
  'a common word': 'lekkende',
  'a word in every lead': 'gisteren',
  'two common words': 'lekkende kakaka',
  'three letters': 'lek',
  'two common words, no hit': 'lekkende verstopte',
};

export async function measureLargeLists(port: number, key: string, report: Report): Promise<void> {
  const get = async (path: string) => {
    const began = performance.now();
    const response = await fetch(new URL(path, `http://127.0.0.1:${port}`), {
      headers: { 'x-api-key': key },
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return { ms: performance.now() - began, link: response.headers.get('link') };
  };
  const timed = async (path: string) => {
    const times: number[] = [];
    for (let i = 0; i < repeats; i++) times.push((await get(path)).ms);
    return times;
  };

  const first = '/v1/api/leads';
  let deep = first;
  for (let page = 1; page < deepPage; page++) {
    deep = /<([^>]+)>/.exec((await get(deep)).link ?? '')![1]!;
  }
  // Alternating, so that noise affects both, and each time with another limit, because pages are cached.
  const slowdowns: number[] = [];
  for (let limit = limitMin; limit < limitMin + repeats; limit++) {
    const { ms } = await get(`${first}?limit=${limit}`);
    slowdowns.push((await get(`${deep}&limit=${limit}`)).ms / ms);
  }
  report.atMost(`page ${deepPage}, to page 1`, slowdowns, 1.2, '×');
  for (const [name, words] of Object.entries(searches)) {
    report.atMost(
      `search: ${name}`,
      await timed(`${first}?q=${encodeURIComponent(words)}`),
      50,
      'ms',
    );
  }
}
