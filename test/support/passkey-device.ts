// A software authenticator: it makes a key pair for a site and signs challenges.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

interface DeviceOptions {
  origin: string;
  /** Whether it verifies its user. */
  verifiesUser?: boolean;
}

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

export class PasskeyDevice {
  readonly #origin: string;
  readonly #verifiesUser: boolean;
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  readonly #credentialId = randomBytes(32);
  #userHandle = '';
  counter = 0;

  constructor({ origin, verifiesUser = true }: DeviceOptions) {
    this.#origin = origin;
    this.#verifiesUser = verifiesUser;
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  create({ challenge, rp, user }: CreationOptions): object {
    this.#userHandle = user.id;
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#credentialId.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#credentialId, publicKey]);
    const authData = Buffer.concat([this.#authenticatorData(rp.id, hasCredential), credential]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  get({ challenge, rpId }: RequestOptions): object {
    this.counter++;
    const authData = this.#authenticatorData(rpId, 0);
    const clientData = this.#clientData('webauthn.get', challenge);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: this.#userHandle,
    });
  }

  #credential(response: object): object {
    const id = this.#credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string): Buffer {
    const told = { type, challenge, origin: this.#origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(told));
  }

  #authenticatorData(siteId: string, flags: number): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(userPresent | (this.#verifiesUser ? userVerified : 0) | flags);
    rest.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(Buffer.from(siteId)), rest]);
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

const majors = { positive: 0, negative: 1, bytes: 2, text: 3, map: 5 };

/** As much of RFC 8949 as a passkey needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') {
    return value < 0 ? head(majors.negative, -1 - value) : head(majors.positive, value);
  }
  if (typeof value === 'string') {
    return Buffer.concat([head(majors.text, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(majors.bytes, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
  return Buffer.concat([head(majors.map, value.size), ...entries]);
}

function head(major: number, count: number): Buffer {
  const first = major << 5;
  if (count < 24) return Buffer.from([first | count]);
  if (count < 256) return Buffer.from([first | 24, count]);
  return Buffer.from([first | 25, count >> 8, count & 255]);
}
