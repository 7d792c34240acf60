import { z } from 'zod';

/** The ways to the recipients of an alert. */
export const NOTICE_CHANNELS = ['sms', 'email', 'mqtt'] as const;

/**
 * An alert has fired, has cleared, or still fires without having been acknowledged; it begins to flap; or a digest of its changes while
 * it flaps.
 */
export const NoticeKind = z.enum(['fired', 'cleared', 'reminder', 'flapping', 'digest']);
export type NoticeKind = z.infer<typeof NoticeKind>;
