// One step of the tables, in the SQL of each engine.
export interface Migration {
  number: number;
  name: string;
  sqlite: string;
  postgres: string;
}
