import type { FirstBrand } from '#actions/installation/prepare-installation.ts';
import { firstSecretsHours } from '#contract/limits.ts';
import { linkPath } from '#core/accounts/account-link.ts';
import { howToBuildWebApp } from '#http/web-files.ts';

interface Start {
  url: string;
  isWebAppBuilt: boolean;
  /** Null unless the installation is new. */
  first: FirstBrand | null;
}

/** The text an operator reads after a start. Only the first start shows a key and the owner's link. */
export function welcomeText({ url, isWebAppBuilt, first }: Start): string {
  const parts = [
    `Vakwerk is ready at ${url}`,
    `Guide for integrators: ${url}/docs/guide`,
    `API reference: ${url}/docs`,
  ];
  if (first?.secrets === null) parts.push(...ownerFromSettings(url));
  else if (first) parts.push(...shownOnce(url, first.brandId, first.secrets, isWebAppBuilt));
  if (!isWebAppBuilt) parts.push('', `The web app is not built. ${howToBuildWebApp}`);
  return `${parts.join('\n')}\n`;
}

// Without the e-mail address, which is personal data and would stay in a container's log.
function ownerFromSettings(url: string): string[] {
  return [
    '',
    'This is a new installation. The owner of its demo brand signs in with VAKWERK_OWNER_EMAIL and the password of',
    `VAKWERK_OWNER_PASSWORD_FILE, and creates API keys in the settings: ${url}/sign-in`,
  ];
}

function shownOnce(
  url: string,
  brandId: string,
  { key, ownerToken }: NonNullable<FirstBrand['secrets']>,
  isWebAppBuilt: boolean,
): string[] {
  const signIn = [
    "Sign in to the web app with this link, which sets the owner's password and works once:",
    '',
    `  ${url}${linkPath(ownerToken)}`,
    '',
  ];
  return [
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
    '',
    ...(isWebAppBuilt ? signIn : []),
    `If unused, they expire after ${firstSecretsHours} hours. To create a new key or link:`,
    '',
    `  npm run -s vakwerk -- keys create --brand ${brandId} --name "First key" --scopes full`,
    `  npm run -s vakwerk -- members link --brand ${brandId}`,
  ];
}
