// CSV exports of all leads, jobs or customers.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { csvSeparators, ExportQuery } from '#contract/app-queries.ts';
import type { Position } from '#core/requests/cursor.ts';
import { type CsvSeparator, csvStart, writeCsvRow } from '#core/imports/csv.ts';
import { type ExportTable, exportTables, headingOf } from '#core/imports/export-tables.ts';
import type { RunAction } from '#runner/action-runner.ts';
import { memberOfRequest, otherBrand } from '../../gate/authenticate.ts';
import { readQueryOf } from '../../read-request.ts';

export function exportRoutes(app: FastifyInstance): void {
  for (const table of exportTables) {
    app.get(
      `/v1/app/export/${table}.csv`,
      { config: { member: 'owner' }, exposeHeadRoute: false },
      async (request, reply) => {
        const query = readQueryOf<Static<typeof ExportQuery>>(ExportQuery, request);
        const { brandId } = memberOfRequest(request);
        const { brand = brandId, separator = 'comma' } = query;
        if (brand !== brandId) throw otherBrand();
        const options = { brandId, table, separator: csvSeparators[separator] };
        return reply
          .type('text/csv; charset=utf-8; header=present')
          .header('content-disposition', `attachment; filename="${table}.csv"`)
          .send(Readable.from(tableText(request.runStep, options)));
      },
    );
  }
}

interface TableExport {
  brandId: string;
  table: ExportTable;
  separator: CsvSeparator;
}

/** Streams the table chunk by chunk, and stops when the client disconnects. */
async function* tableText(
  run: RunAction,
  { brandId, table, separator }: TableExport,
): AsyncGenerator<string> {
  let start = csvStart + writeCsvRow(headingOf(table), separator);
  let after: Position | null = null;
  do {
    const { text, next }: { text: string; next: Position | null } = await run('exportTable', {
      brandId,
      table,
      separator,
      after,
    });
    if (start + text !== '') yield start + text;
    start = '';
    after = next;
  } while (after !== null);
}
