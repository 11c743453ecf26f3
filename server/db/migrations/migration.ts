export interface Migration {
  number: number;
  name: string;
  sqlite: string;
  postgres: string;
}
