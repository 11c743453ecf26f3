import { nodeMajorMin } from '#runtime/prepare-node.js';
import packageFile from '../../package.json' with { type: 'json' };
import { schemaVersion } from '#db/migrate.ts';
import { isSqliteNewEnough, sqliteVersion, sqliteVersionMin } from '#db/sqlite/open.ts';
import { type Check, failed, ok } from './check.ts';

export function checkProgram(): Check {
  return ok('program', `Vakwerk ${packageFile.version}, database version ${schemaVersion}`);
}

export function checkNode(have: string = process.versions.node): Check {
  if (Number.parseInt(have, 10) >= nodeMajorMin) return ok('node', `Node ${have}`);
  return failed(
    'node',
    `Node ${have}; ${nodeMajorMin} or later is required`,
    'run npm ci, and start everything through npm: it brings its own Node',
  );
}

export function checkSqlite(have: string = sqliteVersion): Check {
  if (isSqliteNewEnough(have)) return ok('sqlite', `SQLite ${have}`);
  return failed(
    'sqlite',
    `SQLite ${have}; ${sqliteVersionMin} or later is required`,
    'run npm ci, and start everything through npm: its Node has the right version built in',
  );
}
