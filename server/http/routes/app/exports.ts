// All leads, jobs or customers as a table for a spreadsheet.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Position } from '#core/cursor.ts';
import { csvStart, writeCsvRow } from '#core/csv.ts';
import { type ExportTable, exportTables, headingOf } from '#core/export-tables.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { memberOfRequest } from '../../authenticate.ts';
import { refuseParameters } from '../../refuse-parameters.ts';

export function exportRoutes(app: FastifyInstance, runner: ActionRunner): void {
  for (const table of exportTables) {
    app.get(
      `/v1/app/export/${table}.csv`,
      { config: { member: 'owner' }, schema: { hide: true }, exposeHeadRoute: false },
      async (request, reply) => {
        refuseParameters(request);
        const { brandId } = memberOfRequest(request);
        return reply
          .type('text/csv; charset=utf-8; header=present')
          .header('content-disposition', `attachment; filename="${table}.csv"`)
          .send(Readable.from(tableText(runner, { brandId, table })));
      },
    );
  }
}

/** No more than a piece of it is in memory; it ends when nobody reads it any more. */
async function* tableText(
  runner: ActionRunner,
  { brandId, table }: { brandId: string; table: ExportTable },
): AsyncGenerator<string> {
  let start = csvStart + writeCsvRow(headingOf(table));
  let after: Position | null = null;
  do {
    const { text, next }: { text: string; next: Position | null } = await runner.run(
      'exportTable',
      { brandId, table, after },
    );
    if (start + text !== '') yield start + text;
    start = '';
    after = next;
  } while (after !== null);
}
