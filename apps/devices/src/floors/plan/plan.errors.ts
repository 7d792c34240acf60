import { defineError } from '@telemon/platform/errors';

const inField = { fields: { floormap: 'Choose another image' } };

const planRefused = defineError<{ reason: string }>('PlanRefused', 'invalid', ({ reason }) => reason);

/** The image that somebody sent is none that a plan can be; `reason` says why, in a sentence. */
export const refusedPlan = (reason: string) => planRefused({ reason }, inField);
