import { useGetList, type RaRecord } from 'react-admin';
import type { Answer } from '../data/ask.ts';

export type NamedDevice = Answer<'GET /getAllDevice'>['deviceTable'][number] & RaRecord;

const PAGINATION = { page: 1, perPage: Number.MAX_SAFE_INTEGER };
const FRESH_MS = 60_000;

/** All devices that the user may see, by name and alias. */
export const useDeviceNames = () =>
  useGetList<NamedDevice>('device-names', { pagination: PAGINATION }, { staleTime: FRESH_MS });
