// The fault tests: they kill servers, fill disks, cut connections.
import { globSync } from 'node:fs';

// Fault tests outside test/faults.
const otherFiles = [
  'test/log-output.test.ts',
  'test/db/postgres-faults.test.ts',
  'test/db/sqlite-durability.test.ts',
  'test/nodes/haproxy.test.ts',
  'test/nodes/newer-tables.test.ts',
  'test/sdk/change-under-faults.test.ts',
  'test/sdk/create-under-faults.test.ts',
];

export const faultFiles = [...globSync('test/faults/*.test.ts'), ...otherFiles].toSorted();
