import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Whether a number in E.164 can be one that SMS go to: it exists in its country's plan, and costs no premium. */
export const isUsableContact = (contact: string): boolean => {
  const number = parsePhoneNumberFromString(contact);
  return number !== undefined && number.isPossible() && number.getType() !== 'PREMIUM_RATE';
};
