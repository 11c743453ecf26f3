import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { moveInstallation, type TableCount } from '#actions/installation/move-installation.ts';
import { assetsFolderIn } from '#outbound/asset-store.ts';
import { commandContext } from '../command-context.ts';
import { databaseUrl } from '#server/config.ts';
import { defineCommand, UsageError } from '../command.ts';
import { placeOf } from '../database-place.ts';
import { withMoveSource } from '../open-move-source.ts';
import { longStatementMsMax, usePostgres } from '../open-postgres.ts';
import { progressDisplay } from '../progress-display.ts';

export const move = defineCommand({
  about:
    'Moves a whole installation from SQLite to PostgreSQL, in one transaction. Stop the server first. The SQLite file is not changed. If the move is interrupted, the target stays empty: run it again.',
  options: {
    from: { value: '<file>', required: true, text: 'the SQLite file, vakwerk.sqlite' },
    to: {
      value: '<url>',
      text: 'an empty PostgreSQL database (default: DATABASE_URL)',
    },
  },
  async run({ options, env, terminal }) {
    const url = targetUrl(options.to, env);
    const file = resolve(options.from);
    const place = placeOf(url);
    const display = progressDisplay(terminal.stderr);
    return withMoveSource(file, async (source, dataDir) => {
      const tables = await usePostgres(url, longStatementMsMax, (target) =>
        commandContext(target).then((context) =>
          moveInstallation({ source, target }, display.show, context),
        ),
      ).finally(display.end);
      const pictures = assetsFolderIn(dataDir);
      return {
        json: {
          from: file,
          to: place,
          tables,
          pictures: existsSync(pictures) ? pictures : null,
        },
        text: [
          linesOf(tables, file, place),
          ...(existsSync(pictures) ? adviceOnPictures(pictures) : []),
          'Start the servers with DATABASE_URL set to the new database.\n',
        ].join('\n'),
      };
    });
  },
});

function targetUrl(typed: string | undefined, env: NodeJS.ProcessEnv): string {
  const url = typed === undefined ? databaseUrl(env, 'DATABASE_URL') : databaseUrlTyped(typed);
  if (url === null) throw new UsageError('move needs --to <url>, or DATABASE_URL');
  return url;
}

function databaseUrlTyped(typed: string): string | null {
  try {
    return databaseUrl({ '--to': typed }, '--to');
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function linesOf(tables: readonly TableCount[], file: string, place: string): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `Moved ${rows} rows from ${file} to ${place}. Every table has as many rows as before.`;
}

function adviceOnPictures(folder: string): string[] {
  return [
    `The pictures in ${folder} were not moved: copy them, except the folder incoming, to the folder`,
    'assets of the new data folder, or to the bucket of ASSETS_URL (see docs/settings.md).',
  ];
}
