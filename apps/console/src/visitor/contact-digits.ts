/**
 * The digits of a phone number behind its '+', however it was written where it was copied from. A zero in brackets is
 * dialled within its country alone.
 */
export const contactDigits = (written: string): string => written.replace('(0)', '').replaceAll(/\D/g, '');
