/** Twilio's most frequent error codes, in words for readers of the alert log. */
const WORDS_OF_CODE: Readonly<Record<number, string>> = {
  21_211: 'This is not a phone number that can get SMS',
  21_214: 'This phone number cannot be reached',
  21_217: 'This is not a phone number that can get SMS',
  21_408: 'SMS to this country are not switched on in the Twilio account',
  21_606: 'The Twilio account may not send from its number to this one',
  21_608: 'The Twilio account is a trial and may not send to this number',
  21_610: 'The recipient has unsubscribed by answering STOP',
  21_612: 'This phone number cannot be reached from the Twilio account’s number',
  21_614: 'This is not a mobile phone number',
  21_617: 'The message is too long for an SMS',
  30_001: 'The queue of the Twilio account is full',
  30_002: 'The Twilio account is suspended',
  30_003: 'The phone is off or has no reception',
  30_004: 'The recipient blocks messages',
  30_005: 'The number is not in use',
  30_006: 'The number is a landline, or its network takes no SMS',
  30_007: 'The network filtered the message out as spam',
  30_034: 'The network takes no messages from a number that is not registered for them',
};

export const wordsOfCode = (code: number | null | undefined): string | undefined => WORDS_OF_CODE[code ?? 0];

/** Statuses of messages that Twilio accepted and did not send. */
export const NOT_SENT: ReadonlySet<unknown> = new Set(['failed', 'undelivered', 'canceled']);
