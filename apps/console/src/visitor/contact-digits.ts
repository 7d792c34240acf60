/** The digits of a phone number after its '+', from any usual format. Drops '(0)', a prefix for calls within a country. */
export const contactDigits = (written: string): string => written.replace('(0)', '').replaceAll(/\D/g, '');
