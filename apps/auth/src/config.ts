import { Email, Password } from '@telemon/contracts/fields';
import { notWeak, weaknessOf } from '@telemon/contracts/weak-secrets';
import {
  KafkaVariables,
  LinkVariables,
  MongoVariables,
  RedisVariables,
  ServiceVariables,
  count,
} from '@telemon/platform/config';
import { PrivateTokenKey } from '@telemon/platform/token-keys';
import { z } from 'zod';

export const AuthVariables = ServiceVariables.extend(MongoVariables.shape)
  .extend(KafkaVariables.shape)
  .extend(RedisVariables.shape)
  .extend(LinkVariables.shape)
  .extend({
    /** Signs access tokens: base64 of the PKCS8 PEM of an Ed25519 key. */
    TOKEN_PRIVATE_KEY: PrivateTokenKey,
    /** E-mail address of the first admin, who is created if there is no admin yet. */
    ADMIN_EMAIL: Email.optional(),
    /** Password of the first admin, 8 to 42 characters; ignored once there is an admin. */
    ADMIN_PASSWORD: Password.superRefine(notWeak(weaknessOf)).optional(),
    /** off: no limit on sign-ins and one-time codes; password resets a month stay limited. */
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    /** Allowed failed sign-ins in 15 minutes, per account and network address. */
    LOGIN_LIMIT: count(1_000_000).default(10),
    /** Allowed failed sign-ins in 15 minutes, per network address, for all accounts together. */
    LOGIN_ADDRESS_LIMIT: count(1_000_000).default(100),
    /** One-time codes and invitations in ten minutes, per e-mail address and per phone number. */
    CODE_LIMIT: count(1_000_000).default(5),
    /** One-time codes and invitations in a day, per e-mail address and per phone number. */
    CODE_DAY_LIMIT: count(1_000_000).default(20),
    /** Requests for one-time codes in ten minutes, per network address. */
    CODE_ADDRESS_LIMIT: count(1_000_000).default(30),
    /** Resets of a forgotten password in a calendar month, per account. */
    RESET_LIMIT: count(1_000_000).default(3),
    /** off: no sign-up for new accounts. */
    SIGNUP: z.enum(['open', 'off']).default('open'),
  });
export type AuthVariables = z.infer<typeof AuthVariables>;
