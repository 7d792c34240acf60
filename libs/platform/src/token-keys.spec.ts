import { describe, expect, it } from '@jest/globals';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { PrivateTokenKey, PublicTokenKey } from './token-keys.ts';

const variableOf = (pem: string | Buffer) => Buffer.from(pem).toString('base64');
const pairOf = (seed: Buffer) => {
  const key = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
};
const exported = ({ privateKey, publicKey }: ReturnType<typeof pairOf>) => ({
  privateVariable: variableOf(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  publicVariable: variableOf(publicKey.export({ type: 'spki', format: 'pem' })),
});
const messageOf = (schema: typeof PublicTokenKey, text: string | undefined): string | undefined =>
  schema.safeParse(text).error?.issues[0]?.message;

const KNOWN = 'should be a key of your own: this one is publicly known';

describe('the keys of access tokens', () => {
  it('are accepted if they are random', () => {
    const { privateVariable, publicVariable } = exported(generateKeyPairSync('ed25519'));
    expect(PrivateTokenKey.parse(privateVariable).type).toBe('private');
    expect(PublicTokenKey.parse(publicVariable).type).toBe('public');
  });

  it.each([
    ['nothing but zeros', '00'.repeat(32)],
    ['one letter over and over', Buffer.alloc(32, 'a').toString('hex')],
    ['counted up', Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex')],
    // Its public half is the example of RFC 8037, and of most tutorials.
    ['of RFC 8032', '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'],
  ])('are refused if they are publicly known: %s', (_, seed) => {
    const { privateVariable, publicVariable } = exported(pairOf(Buffer.from(seed, 'hex')));
    expect(messageOf(PrivateTokenKey, privateVariable)).toBe(KNOWN);
    expect(messageOf(PublicTokenKey, publicVariable)).toBe(KNOWN);
  });

  it('are refused as public keys that accept forged signatures', () => {
    for (const bytes of [`01${'00'.repeat(31)}`, '00'.repeat(32)]) {
      const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(bytes, 'hex')]);
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      const text = variableOf(key.export({ type: 'spki', format: 'pem' }));
      expect(messageOf(PublicTokenKey, text)).toBe(KNOWN);
    }
  });

  it('are refused if they are of another kind', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const { privateVariable, publicVariable } = exported(generateKeyPairSync('ed25519'));
    const rsaPublic = variableOf(rsa.publicKey.export({ type: 'spki', format: 'pem' }));
    for (const text of [undefined, '', 'secret', 'c2VjcmV0', rsaPublic]) {
      expect(messageOf(PublicTokenKey, text)).toContain('should be an Ed25519 public key');
      expect(messageOf(PrivateTokenKey, text)).toContain('should be an Ed25519 private key');
    }
    expect(messageOf(PublicTokenKey, privateVariable)).toContain('should be an Ed25519 public key');
    expect(messageOf(PrivateTokenKey, publicVariable)).toContain('should be an Ed25519 private key');
  });
});
