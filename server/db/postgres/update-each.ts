// One statement that runs an update for many sets of values.
import type { MarkType, RunScript, StatementTypes } from './statements.ts';
import { bindable } from './values.ts';
import type { Wire } from './wire.ts';

/** Returns for each set whether it changed a row. */
export async function updateEach(
  wire: Wire,
  { statements, runScript }: { statements: StatementTypes; runScript: RunScript },
  update: string,
  sets: readonly (readonly unknown[])[],
): Promise<boolean[]> {
  if (sets.length === 0) return [];
  const { text, types } = await wire.inOrder(() => statements.typesOf(update, runScript));
  // Unnamed, so it is planned each time, for the actual number of rows.
  const { rows } = await wire.send({
    text: updateForEach(text, types),
    values: types.map(({ id }, index) => sets.map((values) => bindable(values[index], id))),
  });
  const changed = new Set((rows as { number: number }[]).map(({ number }) => number));
  return sets.map((_, index) => changed.has(index + 1));
}

const updateShape = /^update (\w+) set (.*) where (.*)$/s;

// Locks the rows in order first: the update itself may take them in any order.
function updateForEach(text: string, types: readonly MarkType[]): string {
  const [, table, changes, condition] = updateShape.exec(text)!;
  const arrays = types.map(({ name }, index) => `$${index + 1}::${name}[]`);
  const names = types.map((_, index) => `v${index + 1}`);
  const from = (given: string, sql: string) =>
    sql.replaceAll(/\$(\d+)/g, (_, number: string) => `${given}.v${number}`);
  return `with locked as materialized (
      select given.* from unnest(${arrays.join(', ')}) with ordinality as given (${names.join(', ')}, number)
        cross join lateral (select from ${table} where ${from('given', condition!)} for update offset 0) as found)
    update ${table} set ${from('locked', changes!)} from locked where ${from('locked', condition!)}
      returning locked.number`;
}
