import { Button } from '@mui/material';
import type { ExportedRows } from '@telemon/contracts/reporting/exports';
import {
  Children,
  Suspense,
  createContext,
  isValidElement,
  useContext,
  useEffect,
  useRef,
  type ReactElement,
  type ReactNode,
} from 'react';
import {
  ColumnsButton,
  CreateButton,
  Empty,
  List,
  ListContextProvider,
  SearchInput,
  SortButton,
  TopToolbar,
  useListContext,
  useResourceContext,
  useResourceDefinition,
  type RaRecord,
  type UseGetListOptions,
} from 'react-admin';
import { Routes } from 'react-router';
import { useHeldError } from '../data/held-error.ts';
import { isSortedBy } from '../data/resources.ts';
import { statusOf } from '../data/refusal.ts';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { RowActions, RowNumber, SKELETON_ROW, type ColumnProps, type RowTone } from './column.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import { UNSORTED } from './first-rows.ts';
import { Icon } from './icon.tsx';
import { ListExport } from './list-export.tsx';
import { ListInfo } from './list-info.tsx';
import { useListPath } from './list-path.ts';
import { Failed, Picture } from './picture.tsx';
import { PAGE_SIZES, Pages, RecordRows } from './record-rows.tsx';
import { StaleBanner } from './stale-banner.tsx';
import { useOnPhone } from './use-screen.ts';

/** The list shows its error itself; by default react-admin also notifies about each failed try. */
const ignoreError = () => {};
/** The search starts after this pause in typing. */
const PAUSE_MS = 300;

/** Whether the surrounding page already shows that refreshing fails. */
export const StaleSaidContext = createContext(false);

interface Props<Row extends RaRecord> {
  /** The list's accessible name. */
  label: TextKey;
  /** Explains the page. */
  info?: { heading: TextKey; bullets: readonly TextKey[] };
  /** Whether the rows can be searched; by default not in a second list on a page. */
  isSearched?: boolean;
  /** Filters beside the search; each needs `alwaysOn`. */
  filters?: ReactElement[];
  /** The name of its rows in exports; without it, the list has no export. */
  exported?: ExportedRows;
  /** Buttons beside Add. */
  actions?: ReactNode;
  /** Sources of columns that are hidden until the user selects them. */
  hiddenColumns?: string[];
  rowTone?: (row: Row) => RowTone | undefined;
  /** Shown for an empty list without filters; by default react-admin's Empty with the resource's texts. */
  empty?: ReactElement;
  /** Shown when filters, without a search, match no rows. */
  noMatch?: ReactElement;
  /** Shown when the list's parent does not exist or the user may not see it (404). */
  missing?: ReactElement;
  /** The dialogs over the list: a `Route` each, by path segments below the list's address. */
  dialogs?: ReactNode;
  resource?: string;
  /** A fixed filter. */
  filter?: Record<string, unknown>;
  /** Page sizes, the default first. */
  pageSizes?: number[];
  /** How to turn a response into rows. */
  queryOptions?: Pick<UseGetListOptions<Row>, 'select'>;
  /** Refresh interval, for a list that the live stream does not update. */
  pollMs?: number;
  /** The user reads the rows, so they stay as they are. */
  isPaused?: boolean;
  /** Rendered over the rows, inside their list context. */
  beside?: ReactNode;
  /** For a second list on a page; the address ignores it. */
  isAside?: boolean;
  children: ReactNode;
}

/** When the rows were last up to date, in epoch milliseconds. */
const useAsOf = (isKnown: boolean): number => {
  const asOf = useRef(Date.now());
  useEffect(() => {
    if (isKnown) asOf.current = Date.now();
  });
  return asOf.current;
};

const NoMatch = ({ ofFilters }: { ofFilters: ReactElement | undefined }) => {
  const text = useText();
  const { filterValues, setFilters } = useListContext();
  if (ofFilters && !filterValues.q) return ofFilters;
  return (
    <Picture icon="search" title="list.noMatch" values={{ q: filterValues.q ?? '' }}>
      <Button onClick={() => setFilters({}, [])}>{text('list.clearSearch')}</Button>
    </Picture>
  );
};

/** The rows, or why there are none. */
const Rows = <Row extends RaRecord>(props: Props<Row>) => {
  const { hiddenColumns = [], rowTone, noMatch, missing, children } = props;
  const label = useText()(props.label);
  const isStaleSaid = useContext(StaleSaidContext);
  const context = useListContext<Row>();
  const { data, isFetching, isPlaceholderData, perPage, refetch } = context;
  const error = useHeldError({
    error: context.error ?? null,
    isPending: context.isPending ?? false,
    isPlaceholderData: isPlaceholderData ?? false,
  });
  const asOf = useAsOf(error === null && !isFetching);
  const retry = () => void refetch();
  const isUnknown = data === undefined || (error !== null && isPlaceholderData);
  if (missing && statusOf(error) === 404) return missing;
  if (isUnknown && error !== null) return <Failed error={error} onRetry={retry} />;
  if (data?.length === 0 && error === null) return <NoMatch ofFilters={noMatch} />;

  const skeletons = Array.from({ length: Math.min(perPage, 10) }, (_, id) => ({ ...SKELETON_ROW, id }));
  const shown = isUnknown
    ? { ...context, data: skeletons, isPending: false, total: skeletons.length }
    : context;
  // Skeletons have no values that it could look at.
  const toneOf = isUnknown ? undefined : rowTone;
  return (
    <ListContextProvider value={shown as typeof context}>
      {error !== null && !isStaleSaid && <StaleBanner error={error} asOf={asOf} onRetry={retry} />}
      <RecordRows<Row>
        label={label}
        isBusy={isUnknown || (isPlaceholderData ?? false)}
        hiddenColumns={hiddenColumns}
        rowTone={toneOf}
      >
        {children}
      </RecordRows>
    </ListContextProvider>
  );
};

const Toolbar = ({ children, ...props }: { columns: ReactNode; children: ReactNode }) => {
  const resource = useResourceContext() ?? '';
  const { hasCreate } = useResourceDefinition();
  const { pathTo } = useListPath();
  const onPhone = useOnPhone();
  const columns = Children.toArray(props.columns).filter(isValidElement<ColumnProps<RaRecord>>);
  // Cards on a phone have no headings to sort by.
  const fields = columns.flatMap(({ props: { source = '' } }) =>
    isSortedBy(resource, source) ? [source] : [],
  );
  const canHide = columns.some(
    ({ type, props: { isFixed } }) => !isFixed && type !== RowNumber && type !== RowActions,
  );
  return (
    <TopToolbar>
      {onPhone ? fields.length > 0 && <SortButton fields={fields} /> : canHide && <ColumnsButton />}
      {children}
      {hasCreate && (
        <CreateButton variant="contained" color="primary" to={pathTo('create')} scrollToTop={false} />
      )}
    </TopToolbar>
  );
};

/** Props of a `SearchInput` with its icon at the start. */
export const searchParts = (label: string) => ({
  InputProps: undefined,
  slotProps: {
    htmlInput: { type: 'search', 'aria-label': label, maxLength: 100 },
    input: { startAdornment: <Icon name="search" size={16} /> },
  },
});

/** A page with a list: react-admin's `List` with the states, styles and dialogs that all lists share. */
export const ResourceList = <Row extends RaRecord>(props: Props<Row>) => {
  const { label, info, filters = [], actions, exported, dialogs, isAside = false } = props;
  const { isSearched = !isAside, pageSizes = PAGE_SIZES, isPaused = false } = props;
  const text = useText();
  const whileStale = usePolling(LIST_POLL_MS);
  const search = isSearched
    ? [<SearchInput key="q" source="q" alwaysOn {...searchParts(text('list.search'))} />]
    : [];
  return (
    <>
      {info && <ListInfo {...info} />}
      <section aria-label={text(label)} tabIndex={-1} data-list>
        <List<Row>
          resource={props.resource}
          title={false}
          exporter={false}
          storeKey={false}
          disableSyncWithLocation={isAside}
          // The surrounding page has checked it.
          disableAuthentication
          sort={UNSORTED}
          perPage={pageSizes[0]}
          filter={props.filter}
          filters={[...search, ...filters]}
          debounce={PAUSE_MS}
          queryOptions={{
            refetchInterval: isPaused ? false : (props.pollMs ?? whileStale),
            refetchOnWindowFocus: !isPaused,
            onError: ignoreError,
            ...props.queryOptions,
          }}
          error={undefined}
          offline={false}
          empty={props.empty ?? <Empty />}
          actions={
            <Toolbar columns={props.children}>
              {exported && <ListExport rows={exported} />}
              {actions}
            </Toolbar>
          }
          pagination={<Pages sizes={pageSizes} />}
        >
          <DeleteQuestion>
            <Rows<Row> {...props} />
            {props.beside}
          </DeleteQuestion>
        </List>
      </section>
      {dialogs && (
        <Suspense fallback={null}>
          <Routes>{dialogs}</Routes>
        </Suspense>
      )}
    </>
  );
};
