import { DatabaseSync } from 'node:sqlite';

/** Makes a database look as if a program of another version had left it. */
export function setVersion(file: string, version: number): void {
  const database = new DatabaseSync(file);
  try {
    database.prepare('delete from migrations where number > ?').run(version);
    const { last } = database.prepare('select max(number) as last from migrations').get()!;
    for (let number = Number(last) + 1; number <= version; number++) {
      database.prepare('insert into migrations values (?, ?, 1)').run(number, `step ${number}`);
    }
  } finally {
    database.close();
  }
}
