// Writes openapi.json, the committed copy of what the server serves at /openapi.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiText } from '#http/open-api.ts';
import { bareApp } from './bare-app.ts';

const app = await bareApp();
writeFileSync(join(import.meta.dirname, '..', 'openapi.json'), openApiText(app));
await app.close();
