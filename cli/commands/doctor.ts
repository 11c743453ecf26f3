import { defineCommand } from '../command.ts';
import { examine } from '../doctor/examine.ts';
import { columns } from '../layout.ts';

export const doctor = defineCommand({
  about:
    'Checks the settings, the versions, the data folder and the database, and says how to fix problems. It changes nothing and can run next to the server.',
  options: {},
  async run({ env }) {
    const checks = await examine(env);
    const has = (status: string) => checks.some((check) => check.status === status);
    const status = has('failed') ? 'failed' : has('warning') ? 'warning' : 'ok';
    const rows = checks.flatMap(({ name, status, found, fix }) => [
      [status, name, found],
      ...(fix === null ? [] : [['', '', `→ ${fix}`]]),
    ]);
    return {
      json: { status, checks },
      text: `${columns(rows)}\n\n${verdicts[status]}\n`,
      isBad: status === 'failed',
    };
  },
});

const verdicts = {
  ok: 'All checks passed.',
  warning: 'It works, but see the warnings.',
  failed: 'Some checks failed: see above.',
};
