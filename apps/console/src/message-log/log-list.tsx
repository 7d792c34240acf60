import { Box, Button } from '@mui/material';
import { SEARCHED_ROWS } from '@telemon/contracts/logs/message-logs';
import { useRef, type ReactNode } from 'react';
import { SearchInput, useListContext } from 'react-admin';
import { useLocation } from 'react-router';
import { TraceHere } from '../alert/trace-here.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList, searchParts } from '../kit/resource-list.tsx';
import { NO_WIDTH, WIDE_PX, useHiddenAtFirst } from '../kit/use-hidden-at-first.ts';
import { LIST_POLL_MS } from '../live/live-context.ts';
import { useText } from '../texts/use-text.ts';
import { DeleteAll } from './delete-all.tsx';
import { LOG_ROUTES, type LogResource } from './log-routes.ts';
import { Paused } from './paused.tsx';
import { useIsReading } from './use-is-reading.ts';

/** How far a search looks, below its rows. */
const HowFar = () => {
  const text = useText();
  const { data = [], filterValues } = useListContext();
  if (!filterValues.search || data.length === 0) return null;
  return (
    <Box sx={{ p: '8px 20px', color: 'text.secondary', fontSize: 13 }}>
      {text('log.searched', { count: SEARCHED_ROWS })}
    </Box>
  );
};

const NoMatch = () => {
  const text = useText();
  const { filterValues, setFilters } = useListContext();
  return (
    <Picture
      icon="search"
      title="list.noMatch"
      what="log.searched"
      values={{ q: filterValues.search ?? '', count: SEARCHED_ROWS }}
    >
      <Button onClick={() => setFilters({}, [])}>{text('list.clearSearch')}</Button>
    </Picture>
  );
};

/** The documents do not have these columns. */
const RARE = { deviceName: NO_WIDTH, bytes: NO_WIDTH };
const FITS_FROM: Record<LogResource, Record<string, number>> = {
  mqttLogs: RARE,
  udpLogs: { ...RARE, host: WIDE_PX, port: WIDE_PX, topic: WIDE_PX },
};

interface Props {
  resource: LogResource;
  /** Buttons beside Delete All, also of an empty log. */
  actions?: ReactNode;
  /** The dialogs that they open, a `Route` each. */
  dialogs?: ReactNode;
  /** The columns. */
  children: ReactNode;
}

/**
 * A log of messages: the newest first, refreshed at the documents' pace. It pauses while the user reads: has scrolled down, has
 * selected text, or is on another page, which then stays the same page however much arrives.
 */
export const LogList = ({ resource, actions, dialogs, children }: Props) => {
  const text = useText();
  const newest = useRef<string>(undefined);
  const { search } = useLocation();
  const isOnFirstPage = Number(new URLSearchParams(search).get('page') ?? 1) === 1;
  const isPaused = useIsReading() || !isOnFirstPage;
  const upTo = isOnFirstPage ? undefined : newest.current;
  return (
    <ResourceList
      label={`pages.${resource}`}
      info={{
        heading: `resources.${resource}.info.heading`,
        bullets: [`resources.${resource}.info.what`, 'log.info.refused', 'log.info.counted', 'log.info.live'],
      }}
      isSearched={false}
      filters={[
        <SearchInput
          key="search"
          source="search"
          alwaysOn
          {...searchParts(text('list.search'))}
          placeholder={text('log.search')}
        />,
      ]}
      filter={upTo === undefined ? {} : { upTo }}
      hiddenColumns={useHiddenAtFirst(FITS_FROM[resource])}
      pollMs={LIST_POLL_MS}
      isPaused={isPaused}
      exported={LOG_ROUTES[resource].exported}
      actions={
        <>
          <DeleteAll resource={resource} />
          {actions}
        </>
      }
      beside={
        <>
          <HowFar />
          <Paused isPaused={isPaused} newest={newest} />
          <TraceHere of={resource} />
        </>
      }
      dialogs={dialogs}
      noMatch={<NoMatch />}
      empty={
        <Picture
          icon="message"
          title={`resources.${resource}.empty`}
          what={`resources.${resource}.emptyWhat`}
        >
          {actions}
        </Picture>
      }
    >
      {children}
    </ResourceList>
  );
};
