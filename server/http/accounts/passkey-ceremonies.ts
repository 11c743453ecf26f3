// The server side of WebAuthn: options for the browser, and verification of its responses. The
// library is loaded at the first use of a passkey.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type { NewPasskeyRow } from '#actions/accounts/passkeys.ts';
import type { PasskeyRow } from '#db/accounts/account-tables.ts';
import { requestOrigin } from '../request-origin.ts';

const serviceName = 'Vakwerk';
// A passkey replaces the password, so the device must verify its user.
const userVerification = 'required';

/** The relying party that passkeys are bound to. */
interface Site {
  id: string;
  origin: string;
}

export function siteOf(request: FastifyRequest, publicUrl: string | null): Site {
  const { hostname, origin } = new URL(publicUrl ?? (requestOrigin(request) || 'http://localhost'));
  return { id: hostname, origin };
}

export async function registrationOptions(
  site: Site,
  account: { id: string; email: string; name: string },
  passkeys: readonly PasskeyRow[],
): Promise<{ challenge: string }> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: serviceName,
    rpID: site.id,
    userID: new TextEncoder().encode(account.id),
    userName: account.email,
    userDisplayName: account.name,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification },
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: wordsOf(transports),
    })),
  });
}

type CheckedPasskey = Pick<NewPasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** Null when verification fails. */
export async function checkRegistration(
  site: Site,
  challenge: string,
  response: object,
): Promise<CheckedPasskey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => null);
  if (!checked?.verified) return null;
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports.filter((word) => /^[a-z-]{1,20}$/.test(word)).join(' '),
  };
}

/** Without an account: passkeys are discoverable, so the device knows whose it is. */
export async function signInOptions(site: Site): Promise<{ challenge: string }> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({ rpID: site.id, userVerification });
}

/** The device's new signature counter; null when verification fails. */
export async function checkSignIn(
  site: Site,
  challenge: string,
  response: object,
  passkey: PasskeyRow,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: wordsOf(passkey.transports),
    },
  }).catch(() => null);
  return checked?.verified ? checked.authenticationInfo.newCounter : null;
}

function wordsOf(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}
