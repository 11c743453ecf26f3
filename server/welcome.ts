import { linkPath } from '#core/accounts/account-link.ts';
import { howToBuildWebApp } from '#http/web-files.ts';

/** What an operator reads after the start. Only the very first one shows a key and the owner's link. */
export function welcomeText(
  url: string,
  first: { key: string; ownerToken: string } | null,
  isWebAppBuilt: boolean,
): string {
  const lines = [`Vakwerk is ready at ${url}`, `API reference: ${url}/docs`];
  if (first !== null) {
    const { key, ownerToken } = first;
    lines.push(
      '',
      'This is a new installation. Its demo brand has one API key, shown this once:',
      '',
      `  ${key}`,
      '',
      'Create your first lead:',
      '',
      `  curl -X POST ${url}/v1/api/leads \\`,
      `    -H 'X-API-Key: ${key}' \\`,
      `    -H 'Content-Type: application/json' \\`,
      `    -d '{"customerName":"Jan Jansen","title":"Leaking tap","email":"jan@example.com","city":"Utrecht"}'`,
    );
    if (isWebAppBuilt) {
      lines.push(
        '',
        'Sign in to the web app by this link, which sets the password of its owner and works once:',
        '',
        `  ${url}${linkPath(ownerToken)}`,
      );
    }
  }
  if (!isWebAppBuilt) lines.push('', `The web app is not built. ${howToBuildWebApp}`);
  return `${lines.join('\n')}\n`;
}
