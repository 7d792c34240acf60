import { rowsOfText } from './delimited.ts';
import { type SheetBounds, SheetRefused, type SheetRow } from './sheet.ts';
import { rowsOfOlderWorkbook, rowsOfPackedWorkbook } from './workbook.ts';

const PACKED = Buffer.from('PK\x03\x04', 'latin1');
const EMPTY_PACKED = Buffer.from('PK\x05\x06', 'latin1');
const OLDER = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Files that people mistake for a workbook or a text, by their first bytes. */
const OTHERS: readonly [RegExp, string][] = [
  [/^\s*(?:<!doctype html|<html|<table|<meta|<head|<body)/i, 'a web page'],
  [/^\s*<\?xml/, 'an XML document'],
  [/^%PDF/, 'a PDF document'],
  [/^\x89PNG|^\xff\xd8\xff|^GIF8/, 'a picture'],
  [/^.\x8b|^7z\xbc\xaf|^Rar!|^BZh/s, 'an archive'],
];

/** The rows of a file's first sheet. The content decides the kind of file. @throws SheetRefused */
export const rowsOfFile = (file: Buffer, bounds: SheetBounds): SheetRow[] => {
  if (file.subarray(0, 4).equals(PACKED)) return rowsOfPackedWorkbook(file, bounds);
  if (file.subarray(0, 8).equals(OLDER)) return rowsOfOlderWorkbook(file, bounds);
  const begin = file.toString('latin1', 0, 512).replace(/^\xef\xbb\xbf/, '');
  const other = file.subarray(0, 4).equals(EMPTY_PACKED)
    ? 'an empty archive'
    : OTHERS.find(([signs]) => signs.test(begin))?.[1];
  if (other)
    throw new SheetRefused(
      `The file is ${other}, neither a workbook nor a text of columns. Save it as .xlsx or .csv`,
    );
  return rowsOfText(file, bounds);
};
