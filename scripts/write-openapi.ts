// Writes openapi.json, the committed copy of what the server serves at /openapi.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareApp } from './bare-app.ts';

const app = await bareApp();
const { body } = await app.inject('/openapi.json');
writeFileSync(join(import.meta.dirname, '..', 'openapi.json'), body);
await app.close();
