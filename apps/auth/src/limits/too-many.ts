import { type DomainError, defineError } from '@telemon/platform/errors';

/** Makes the error of an exceeded limit from the time until the next try, ms. */
export type TooMany = (waitMs: number) => DomainError;

/** Defines the error of an exceeded limit: its code, and the first sentence of its message. */
export const defineTooMany = (code: string, what: string): TooMany => {
  const refusal = defineError(
    code,
    'limited',
    ({ waitS }: { waitS: number }) => `${what}. Try again in ${Math.ceil(waitS / 60)} min`,
  );
  return (waitMs) => {
    const waitS = Math.ceil(waitMs / 1_000);
    return refusal({ waitS }, { retryAfterS: waitS });
  };
};
