// The test files that break things.
import { globSync } from 'node:fs';

// Those that stand elsewhere.
const alsoFaults = [
  'test/log-output.test.ts',
  'test/db/postgres-faults.test.ts',
  'test/db/sqlite-durability.test.ts',
  'test/nodes/haproxy.test.ts',
  'test/nodes/newer-tables.test.ts',
  'test/sdk/change-under-faults.test.ts',
  'test/sdk/create-under-faults.test.ts',
];

export const faultFiles = [...globSync('test/faults/*.test.ts'), ...alsoFaults].toSorted();
