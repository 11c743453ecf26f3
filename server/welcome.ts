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

/** What an operator reads after the start. Only the very first one shows a key and the owner's link. */
export function welcomeText({ url, isWebAppBuilt, first }: Start): string {
  const parts = [`Vakwerk is ready at ${url}`, `API reference: ${url}/docs`];
  if (first?.secrets === null) parts.push(...ownerIsThere(url));
  else if (first) parts.push(...shownOnce(url, first.brandId, first.secrets, isWebAppBuilt));
  if (!isWebAppBuilt) parts.push('', `The web app is not built. ${howToBuildWebApp}`);
  return `${parts.join('\n')}\n`;
}

// The address is personal: it stays out of what a container keeps as its log.
function ownerIsThere(url: string): string[] {
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
    'Sign in to the web app by this link, which sets the password of its owner and works once:',
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
    `What is not used within ${firstSecretsHours} hours expires. To create a new key or link:`,
    '',
    `  npm run -s vakwerk -- keys create --brand ${brandId} --name "First key" --scopes full`,
    `  npm run -s vakwerk -- members link --brand ${brandId}`,
  ];
}
