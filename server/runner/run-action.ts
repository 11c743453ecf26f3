// Runs an action by name, in the process or thread that owns the database connection.
import type { ActionContext } from '#actions/context.ts';
import type { Database } from '#db/database.ts';
import type { ActionName } from './action-kinds.ts';
import * as actions from './actions.ts';

type Action = (db: Database, input: never, context: ActionContext) => Promise<unknown>;

const byName: Record<ActionName, Action> = actions;

export function runAction(
  name: ActionName,
  db: Database,
  input: unknown,
  context: ActionContext,
): Promise<unknown> {
  return byName[name](db, input as never, context);
}
