/** An error in the form of Twilio's API. */
export class TwilioError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
  ) {
    super(message);
  }

  get body() {
    const { code, message, status } = this;
    return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
  }
}

export const authenticate = () => new TwilioError(401, 20_003, 'Authenticate');
export const notFound = (path: string) =>
  new TwilioError(404, 20_404, `The requested resource ${path} was not found`);
export const toMissing = () => new TwilioError(400, 21_604, "A 'To' phone number is required.");
export const fromMissing = () => new TwilioError(400, 21_603, "A 'From' phone number is required.");
export const bodyMissing = () => new TwilioError(400, 21_602, 'Message body is required.');
export const bodyTooLong = () =>
  new TwilioError(400, 21_617, 'The concatenated message body exceeds the 1600 character limit');
export const toInvalid = (to: string) =>
  new TwilioError(400, 21_211, `The 'To' number ${to} is not a valid phone number.`);
export const statusCallbackInvalid = (url: string) =>
  new TwilioError(400, 21_609, `The 'StatusCallback' URL ${url} is not a valid URL.`);
export const formUnreadable = () => new TwilioError(400, 20_001, 'The request cannot be read');
