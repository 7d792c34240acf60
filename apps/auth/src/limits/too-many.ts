import { type DomainError, defineError } from '@telemon/platform/errors';

/** What is thrown where a limit is reached, given how long to wait, ms. */
export type TooMany = (waitMs: number) => DomainError;

/** Defines the refusal of a limit: a code, and what there was too much of. */
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
