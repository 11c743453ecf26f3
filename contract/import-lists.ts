// Without the schemas: the database threads need only these.

export type ImportStatus = 'running' | 'done' | 'undoing' | 'undone' | 'failed';
