import {
  type CalendarLinkInfo,
  createCalendarLink,
  listCalendarLinks,
  revokeCalendarLink,
} from '#actions/calendar/calendar-links.ts';
import { Refusal } from '#actions/refusal.ts';
import { calendarLinksMax } from '#contract/limits.ts';
import { calendarPath } from '#core/calendar/calendar-token.ts';
import { commandContext } from '../command-context.ts';
import { defineCommand } from '../command.ts';
import { isoTime, shortTime, table } from '../layout.ts';
import { brandOption, refuseUnknownBrand, unknownBrand } from '../named-brand.ts';
import { withDatabase } from '../open-database.ts';
import { publicLink } from '../public-link.ts';
import { readName } from '../read-values.ts';

export const calendarCreate = defineCommand({
  about:
    'Creates a secret calendar URL with the jobs of a brand. It is shown only once; only its hash is stored.',
  options: {
    brand: brandOption,
    name: { value: '<text>', required: true, text: 'whose phone it is for' },
  },
  async run({ options, env }) {
    const wanted = { brandId: options.brand, name: readName(options.name), memberId: null };
    const made = await withDatabase(env, async (db) => {
      await refuseUnknownBrand(db, options.brand);
      return createCalendarLink(db, wanted, await commandContext(db));
    });
    if (made.outcome === 'no_brand') throw unknownBrand(options.brand);
    if (made.outcome === 'too_many') {
      throw new Refusal(`the brand already has ${calendarLinksMax} calendar links: revoke one`);
    }
    if (made.outcome !== 'created')
      throw new Error('the operator is always allowed to create a calendar link');
    const { url, remark } = publicLink(calendarPath(made.token), env);
    return {
      json: { ...linkAsJson(made.link), url },
      text: `The new calendar link ${made.link.id}, shown only once${remark}:\n\n  ${url}\n`,
    };
  },
});

export const calendarList = defineCommand({
  about: 'Lists the calendar links of a brand, the oldest first. Their URLs are not stored.',
  options: { brand: brandOption },
  async run({ options, env }) {
    const links = await withDatabase(env, async (db) => {
      await refuseUnknownBrand(db, options.brand);
      return listCalendarLinks(db, { brandId: options.brand });
    });
    const rows = links.map((link) => [link.id, shortTime(link.createdAt), link.name]);
    return {
      json: { links: links.map(linkAsJson) },
      text: table(['ID', 'CREATED', 'NAME'], rows, 'There are no calendar links yet.'),
    };
  },
});

export const calendarRevoke = defineCommand({
  about: 'Revokes a calendar link. Its URL answers 404 from then on.',
  argument: { value: '<linkId>', text: 'the link, by its id (calendar list shows it)' },
  options: { brand: brandOption },
  async run({ argument, options, env }) {
    const link = { brandId: options.brand, id: argument };
    const isRevoked = await withDatabase(env, async (db) => {
      await refuseUnknownBrand(db, options.brand);
      return revokeCalendarLink(db, link);
    });
    if (!isRevoked) throw new Refusal(`the brand has no calendar link ${argument}`);
    return { json: link, text: `Revoked calendar link ${argument}\n` };
  },
});

function linkAsJson({ id, brandId, name, memberId, createdAt }: CalendarLinkInfo) {
  return { id, brandId, name, memberId, createdAt: isoTime(createdAt) };
}
