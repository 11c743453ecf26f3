// Draws docs/life-cycle.svg from the table of status moves: `npm run draw`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lifeCycleDrawing } from './life-cycle-drawing.ts';

const file = join(import.meta.dirname, '..', 'docs', 'life-cycle.svg');
writeFileSync(file, lifeCycleDrawing());
