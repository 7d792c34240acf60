/** Twilio refuses longer texts. */
const LONGEST_SMS = 1_600;

/** Cuts the text to the length of an SMS, but keeps the lines after it. */
export const shortened = (text: string, lines: readonly string[]): string => {
  const end = lines.map((line) => `\n${line}`).join('');
  return text.slice(0, LONGEST_SMS - end.length).toWellFormed() + end;
};
