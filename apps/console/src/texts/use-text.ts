import { useTranslate } from 'react-admin';
import type { TextKey, TextValues } from './translate.ts';

/** React-admin's `useTranslate`, limited to the catalogue's keys. */
export const useText = () => useTranslate() as (key: TextKey, values?: TextValues) => string;
export type Text = ReturnType<typeof useText>;
