const CERTIFICATE_LINES_MAX = 500;
const CERTIFICATES_MAX = 10;
const LINE_MAX_LENGTH = 200;

/** The documents' message for a certificate that is missing. */
const CERTIFICATE_REQUIRED = 'certificate is a required field';

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Why lines are no certificates in PEM: the entry of the list that is at fault, null for an empty list, and the words, which count
 * lines from 1.
 */
interface FaultOfLines {
  entry: number | null;
  message: string;
}

interface Line {
  entry: number;
  number: number;
  text: string;
}

/** The lines of a list; an entry may hold several. */
const linesOf = (list: readonly string[]): Line[] => {
  let number = 0;
  return list.flatMap((text, entry) =>
    text
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
      .map((line) => ({ entry, number: ++number, text: line.trim() })),
  );
};

/** Each certificate of the list in PEM, with its first line; the list has no fault. */
export const certificatesOf = (list: readonly string[]): { pem: string; entry: number; line: number }[] => {
  const found: { pem: string; entry: number; line: number }[] = [];
  for (const { entry, number, text } of linesOf(list)) {
    if (text === BEGIN) found.push({ pem: '', entry, line: number });
    found.at(-1)!.pem += `${text}\n`;
  }
  return found;
};

/** The first fault of a list that should be certificates in PEM, one after the other; null where there is none. */
export const faultOfCertificates = (list: readonly string[]): FaultOfLines | null => {
  if (list.length === 0) return { entry: null, message: CERTIFICATE_REQUIRED };
  const empty = list.findIndex((entry) => entry.trim() === '');
  if (empty >= 0) return { entry: empty, message: CERTIFICATE_REQUIRED };
  const lines = linesOf(list);
  let isWithin = false;
  let certificates = 0;
  for (const { entry, number, text } of lines) {
    const fault = (words: string) => ({ entry, message: `Line ${number} ${words}` });
    if (/PRIVATE KEY/.test(text)) return fault('belongs to a private key; give certificates alone');
    if (number > CERTIFICATE_LINES_MAX)
      return fault(`is one too many: at most ${CERTIFICATE_LINES_MAX} lines`);
    if (text.length > LINE_MAX_LENGTH) return fault(`is longer than ${LINE_MAX_LENGTH} characters`);
    if (!isWithin) {
      if (text !== BEGIN) return fault(`should be ${BEGIN}`);
      if (++certificates > CERTIFICATES_MAX)
        return fault(`begins one too many: at most ${CERTIFICATES_MAX} certificates`);
      isWithin = true;
    } else if (text === END) isWithin = false;
    else if (!BASE64.test(text)) return fault('is no line of a certificate');
  }
  const { entry, number } = lines.at(-1)!;
  return isWithin ? { entry, message: `After line ${number}, ${END} is missing` } : null;
};
