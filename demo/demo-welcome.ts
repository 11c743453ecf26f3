import type { Demo } from './make-demo.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The text printed after the start of the demo. */
export function demoWelcome(url: string, folder: string, demo: Demo): string {
  const lines = [
    `Vakwerk is ready at ${url}`,
    '',
    'This is a demo: a made-up business with three people, 120 leads and their jobs.',
    '',
    `  Sign in at ${url}`,
    `    e-mail    ${demo.email}`,
    `    password  ${demo.password}`,
    '    joost@vandijk.example, with the same password, is a member and sees the app in Dutch.',
    '',
    `  API reference: ${url}/docs`,
    `    API key   ${demo.key}`,
    '',
    `Everything is in ${folder}. Stop the demo with Ctrl-C; to remove it, delete that folder.`,
  ];
  const days = Math.floor((Date.now() - demo.madeAt) / dayMs);
  if (days > 0) {
    lines.push(
      '',
      `It was made ${days === 1 ? 'a day' : `${days} days`} ago, so "this week" has moved on. To make it anew,`,
      'without what was changed in it: npm run demo -- --fresh',
    );
  }
  return `${lines.join('\n')}\n`;
}
