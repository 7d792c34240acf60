import { spanInWords } from '@telemon/platform/spreadsheets/zone-clock';
import type { Export } from './exported-readings.ts';

/** The device and the days of an export: 'pump01, 2026-11-20 00:00:00.000+01:00 to …'. */
export const subjectOf = ({ device, range }: Pick<Export, 'device' | 'range'>, zone: string): string =>
  `${device._id}, ${spanInWords({ from: new Date(range.from), to: new Date(range.to) }, zone)}`;
