// The WebAuthn ceremonies: sign-in with a passkey, and registration of a new one.
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { app } from './client.ts';
import type { Session } from './session.ts';

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

interface Challenge<Options> {
  options: Options;
  challengeId: string;
}

export async function signInWithPasskey(): Promise<Session> {
  const { options, challengeId } = await app.once<Challenge<PublicKeyCredentialRequestOptionsJSON>>(
    '/sign-in/passkey/options',
  );
  const response = await startAuthentication({ optionsJSON: options });
  return app.once<Session>('/sign-in/passkey', { challengeId, response });
}

/** Omit the password for an account that has none. */
export async function addPasskey(name: string, currentPassword?: string): Promise<Passkey> {
  const { options, challengeId } = await app.once<
    Challenge<PublicKeyCredentialCreationOptionsJSON>
  >('/passkeys/options', currentPassword === undefined ? {} : { currentPassword });
  const response = await startRegistration({ optionsJSON: options });
  return app.once<Passkey>('/passkeys', { challengeId, name, response });
}
