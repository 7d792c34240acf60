import { type KeyObject, createPrivateKey, createPublicKey } from 'node:crypto';
import { z } from 'zod';

/** The PKCS8 prefix of the 32 bytes of an Ed25519 key. */
const BEFORE_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Publicly known seeds: one byte over and over, counted up, and those of RFC 8032 and RFC 8037. */
const KNOWN_SEEDS = [
  ...Array.from({ length: 256 }, (_, byte) => Buffer.alloc(32, byte)),
  Buffer.from(Array.from({ length: 32 }, (_, index) => index)),
  Buffer.from(Array.from({ length: 32 }, (_, index) => index + 1)),
  Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
  Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex'),
  Buffer.from('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7', 'hex'),
];

/** Points of small order: as public keys they accept signatures made without a private key. */
const SMALL_ORDER = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
];

const publicBytesOf = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url').toString('hex');

const isKnown = (key: KeyObject): boolean => {
  const bytes = publicBytesOf(key);
  return (
    SMALL_ORDER.includes(bytes) ||
    KNOWN_SEEDS.some((seed) => {
      const known = createPrivateKey({
        key: Buffer.concat([BEFORE_SEED, seed]),
        format: 'der',
        type: 'pkcs8',
      });
      return publicBytesOf(createPublicKey(known)) === bytes;
    })
  );
};

const variable = (should: string, read: (text: string) => KeyObject) =>
  z.string(should).transform((text, context) => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    try {
      const key = read(text);
      if (key.asymmetricKeyType !== 'ed25519') return refuse(should);
      return isKnown(key) ? refuse('should be a key of your own: this one is publicly known') : key;
    } catch {
      return refuse(should);
    }
  });

/** A variable with the key that signs access tokens. */
export const PrivateTokenKey = variable(
  'should be an Ed25519 private key: the base64 of its PKCS8 PEM',
  (text) => createPrivateKey(Buffer.from(text, 'base64')),
);

/** A variable with the key that verifies access tokens. It refuses a private key, which a verifier must not have. */
export const PublicTokenKey = variable(
  'should be an Ed25519 public key: the base64 of its SPKI PEM',
  (text) => {
    const pem = Buffer.from(text, 'base64').toString();
    if (!pem.includes('PUBLIC KEY')) throw new Error('no public key');
    return createPublicKey(pem);
  },
);
