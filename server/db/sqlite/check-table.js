// @ts-check
// A process that checks one table of a SQLite file with its indexes, or lists the tables, and prints
// JSON. A process, because a running check cannot be cancelled in any other way. Plain JavaScript,
// because it starts faster.
import { DatabaseSync } from 'node:sqlite';

const lockWaitMs = 5_000;

const [, , file = '', table] = process.argv;
const handle = new DatabaseSync(file, { readOnly: true, timeout: lockWaitMs });
process.stdout.write(JSON.stringify(table === undefined ? tables() : faultsOf(table)));

function tables() {
  const rows = handle.prepare(`select name from pragma_table_list
    where schema = 'main' and type in ('table', 'virtual') order by name`);
  return rows.all().map(({ name }) => String(name));
}

/** @param {string} name */
function faultsOf(name) {
  try {
    const rows = handle.prepare(`pragma integrity_check('${name}')`).all();
    return rows.map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok');
  } catch (error) {
    const { errcode = 0, message } = /** @type {{ errcode?: number, message: string }} */ (error);
    // Damage can keep the check itself from running. A lock or a full disk is not damage.
    if ((errcode & 0xff) === 11 || (errcode & 0xff) === 26) return [message];
    throw error;
  }
}
