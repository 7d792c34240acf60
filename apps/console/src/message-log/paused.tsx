import { Box, Button } from '@mui/material';
import { useEffect, type RefObject } from 'react';
import { useGetList, useListContext, useResourceContext, type RaRecord } from 'react-admin';
import { useRefreshLists } from '../data/refresh-lists.ts';
import { Icon } from '../kit/icon.tsx';
import { LIST_POLL_MS } from '../live/live-context.ts';
import { useText } from '../texts/use-text.ts';
import { stopReading } from './use-is-reading.ts';

/** New rows are counted up to this, as much as one page may have. */
const MOST_NEW = 100;

interface Props {
  isPaused: boolean;
  /** The id of the newest row that the first page has shown; if another page was opened first, of the newest row at that time. */
  newest: RefObject<string | undefined>;
}

/** Shown while the list is paused: the number of new rows, and a button that shows them. */
export const Paused = ({ isPaused, newest }: Props) => {
  const text = useText();
  const refresh = useRefreshLists();
  const resource = useResourceContext()!;
  const { data = [], page, setPage, filterValues, isPlaceholderData } = useListContext<RaRecord<string>>();
  useEffect(() => {
    if (page === 1 && !isPlaceholderData) newest.current = data[0]?.id;
  });
  const { search } = filterValues;
  const { data: latest = [] } = useGetList<RaRecord<string>>(
    resource,
    {
      pagination: { page: 1, perPage: MOST_NEW },
      sort: { field: 'id', order: 'ASC' },
      filter: search ? { search } : {},
    },
    { enabled: isPaused, refetchInterval: LIST_POLL_MS },
  );
  // On another page, new rows are those after the page was opened.
  useEffect(() => {
    if (isPaused) newest.current ??= latest[0]?.id;
  });
  if (!isPaused) return null;
  const seen = newest.current;
  const count = seen === undefined ? 0 : latest.filter(({ id }) => id > seen).length;
  const goOn = () => {
    stopReading();
    if (page > 1) setPage(1);
    void refresh(resource);
  };
  return (
    <Box
      sx={{
        position: 'fixed',
        inset: 'auto 0 24px',
        zIndex: 'fab',
        display: 'flex',
        justifyContent: 'center',
        pointerEvents: 'none',
      }}
    >
      <Button
        variant="contained"
        color="primary"
        startIcon={<Icon name="live" />}
        onClick={goOn}
        sx={{ pointerEvents: 'auto' }}
      >
        {count === 0
          ? text('log.paused')
          : text('log.pausedNew', { count: count < MOST_NEW ? count : `${MOST_NEW - 1}+` })}
      </Button>
    </Box>
  );
};
