import { type DomainError, defineError } from '@telemon/platform/errors';
import type { SheetRefused } from './sheet.ts';

const sheetRefused = defineError('SheetRefused', 'invalid', ({ reason }: { reason: string }) => reason);
const sheetTooLarge = defineError('SheetTooLarge', 'too-large', ({ reason }: { reason: string }) => reason);
export const sheetsUnderWay = defineError(
  'SheetsUnderWay',
  'unavailable',
  () => 'Other files are being read. Try again in a moment',
);

/** The refusal of a file, for the user. */
export const refusalOf = ({
  message,
  isTooLarge,
}: Pick<SheetRefused, 'message' | 'isTooLarge'>): DomainError =>
  (isTooLarge ? sheetTooLarge : sheetRefused)({ reason: message }, { fields: { file: message } });
