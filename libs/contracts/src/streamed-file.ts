import { z } from 'zod';

/** Most rows of an export as JSON; a file has no limit. */
export const MOST_EXPORTED_AS_JSON = 100_000;

/** The formats of an export: a workbook, or comma-separated values. */
export const SHEET_FORMATS = ['xlsx', 'csv'] as const;
export const SheetFormat = z.enum(SHEET_FORMATS);
export type SheetFormat = z.infer<typeof SheetFormat>;

export const SHEET_TYPES: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** A file that a service begins to stream to the inbox of the caller with this answer. */
export const StreamedFile = z.object({ fileName: z.string(), contentType: z.string() });
export type StreamedFile = z.infer<typeof StreamedFile>;

/** The file of an export, such as GraphData.xlsx. */
export const sheetFile = (name: string, format: SheetFormat): StreamedFile => ({
  fileName: `${name}.${format}`,
  contentType: SHEET_TYPES[format],
});
