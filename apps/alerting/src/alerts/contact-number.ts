import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Whether an E.164 number can get SMS: it is possible in its country's numbering plan, and not premium-rate. */
export const isUsableContact = (contact: string): boolean => {
  const number = parsePhoneNumberFromString(contact);
  return number !== undefined && number.isPossible() && number.getType() !== 'PREMIUM_RATE';
};
