import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { isAdmin } from '@telemon/contracts/actor';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { ask } from '../data/ask.ts';
import { readSession } from '../data/session.ts';
import { fileSize, formatValue } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';

const REFRESH_MS = 5 * MINUTE_MS;

/** Warns admins on every page while the database's disk is nearly full. */
export const DiskNotice = () => {
  const text = useText();
  const user = readSession()?.user;
  const isForUser = user !== undefined && isAdmin(user.userRole);
  const { data: disk } = useQuery({
    queryKey: ['disk'],
    queryFn: ({ signal }) => ask('GET /disk', {}, signal),
    enabled: isForUser,
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
    // The next refresh is soon enough.
    retry: false,
  });
  if (!isForUser || !disk?.isLow) return null;
  const { freeBytes, totalBytes, daysLeft } = disk;
  return (
    <Alert severity="warning" role="status" sx={{ borderRadius: 0 }}>
      {text('disk.low', { free: fileSize(freeBytes), total: fileSize(totalBytes) })}{' '}
      {daysLeft !== null && text('disk.daysLeft', { days: formatValue(Math.round(daysLeft * 10) / 10) })}{' '}
      {text('disk.help')}
    </Alert>
  );
};
