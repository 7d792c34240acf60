import './words.ts';
import { z } from 'zod';
import { UNREADABLE } from './errors.ts';

/** Identity of a device on every wire, so it must be safe in topics, paths and file names. */
export const DeviceName = z.string().regex(/^[A-Za-z0-9_-]{3,15}$/, '3 to 15 letters, digits, - or _');

/** An id in a path or a reference. Any short text passes; the query finds out whether it exists. */
export const Id = z.string().min(1).max(64);

export const Email = z.email('This should be a valid email').max(50, 'At most 50 characters');
/** Characters that break a line, end a text, or change the direction of the text after it on a page or in an SMS. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** A text of this length is not a mistyped password but other data. */
export const NO_PASSWORD_LENGTH = 1_000;
export const Password = z
  .string()
  .min(8)
  .max(42)
  .refine(({ length }) => length < NO_PASSWORD_LENGTH, { params: UNREADABLE });
/** A visible character. Names of zero-width spaces and invisible letters alone would look the same. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;
/** One line of text in a form. */
export const OneLine = z
  .string()
  .trim()
  .refine(
    (text) => text === '' || (VISIBLE.test(text) && !CONTROL.test(text)),
    'Letters, digits and signs in one line only',
  );
export const Name = OneLine.min(3).max(25);

/** A phone number with or without its '+', kept in E.164. */
export const Contact = z
  .string()
  .regex(/^\+?[1-9]\d{6,14}$/, 'invalid contact number')
  .transform((contact) => (contact.startsWith('+') ? contact : `+${contact}`));

/** Treats null and '' as "not given", as forms send them. */
export const blankAsAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([schema, z.null(), z.literal('')])
    .optional()
    .transform((value) => (value === '' || value === undefined ? null : value));

/** A flag that may come as true/false or as the documents' 'enabled'/'disabled'; kept as the latter. */
export const EnabledFlag = z
  .union([z.enum(['enabled', 'disabled']), z.boolean()])
  .transform((value) => (value === true ? 'enabled' : value === false ? 'disabled' : value));

/** The same flag, kept and answered as true or false. */
export const Flag = EnabledFlag.transform((value) => value === 'enabled');

/** A whole number that a query carries as text; other text is refused as the wrong type. */
export const fromText = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    schema,
  );

/** Which of a device's four sensors: the number of its channel, TC1..TC4. */
export const SensorId = fromText(z.int().min(1).max(4) as unknown as z.ZodType<1 | 2 | 3 | 4>);
