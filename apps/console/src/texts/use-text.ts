import { useTranslate } from 'react-admin';
import type { TextKey, TextValues } from './translate.ts';

/** react-admin's `useTranslate`, taking only keys that the catalogue has. */
export const useText = () => useTranslate() as (key: TextKey, values?: TextValues) => string;
export type Text = ReturnType<typeof useText>;
