import type { FreshDatabase } from '@telemon/testing/database';
import { servers, serviceVariables } from '@telemon/testing/servers';
import { AlertingVariables } from '../src/config.ts';

/** The variables of an alerting process on a database. No provider answers at the default addresses. */
export const alertingVariables = (
  { url }: Pick<FreshDatabase, 'url'>,
  changes: Record<string, string> = {},
): AlertingVariables =>
  AlertingVariables.parse({
    ...serviceVariables(url),
    REDIS_URL: servers().redisUrl,
    TIMEZONE: 'UTC',
    PUBLIC_URL: 'https://telemon.example.com',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMTP_FROM: 'telemon@example.com',
    TWILIO_ACCOUNT_SID: 'AC0',
    TWILIO_AUTH_TOKEN: 'secret',
    TWILIO_FROM: '+15005550006',
    RATE_LIMITS: 'off',
    // Notices aren't grouped, so that specs can count them.
    GROUP_NOTICES_FROM: '0',
    ...changes,
  });
