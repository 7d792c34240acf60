import { defineError } from '@telemon/platform/errors';

const planRefused = defineError<{ reason: string }>('PlanRefused', 'invalid', ({ reason }) => reason);
export const plansUnderWay = defineError(
  'PlansUnderWay',
  'unavailable',
  () => 'Other images are being read. Try again in a moment',
);

/** The uploaded image can't be a plan; `reason` says why, in sentences. */
export const refusedPlan = (reason: string) => planRefused({ reason }, { fields: { floormap: reason } });
