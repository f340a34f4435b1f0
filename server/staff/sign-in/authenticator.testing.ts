import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

type About = { challenge: string; origin: string; rpId: string; flags?: number };

/** A security key in software, with one passkey (WebAuthn level 3, ES256). */
export function authenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  const authenticatorData = (rpId: string, flags: number, more = Buffer.alloc(0)): Buffer => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more]);
  };
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };

  return {
    id: named.id,
    create: ({ challenge, origin, rpId, flags = PRESENT_AND_VERIFIED }: About) => {
      const { x, y } = publicKey.export({ format: 'jwk' });
      const key = [coseHead, Buffer.from([0x21, 0x58, 0x20]), bytesOf(x), Buffer.from([0x22, 0x58, 0x20]), bytesOf(y)];
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, ...key]);
      const data = authenticatorData(rpId, flags | WITH_CREDENTIAL, credential);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const clientDataJSON = clientData('webauthn.create', challenge, origin).toString('base64url');
      return { ...named, response: { clientDataJSON, attestationObject: attestation.toString('base64url'), transports: ['internal'] } };
    },
    get: ({ challenge, origin, rpId, flags = PRESENT_AND_VERIFIED }: About) => {
      const data = authenticatorData(rpId, flags);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return { ...named, response };
    },
    /** Makes the key behave like a copy of itself: it counts from an earlier value. */
    rewind: (by: number) => void (counter -= by),
  };
}

/** CBOR of the first members of a COSE key: EC2, ES256, P-256. */
const coseHead = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function bytesOf(coordinate: string | undefined): Buffer {
  return Buffer.from(coordinate!, 'base64url');
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
