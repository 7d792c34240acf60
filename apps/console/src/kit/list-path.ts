import { useCreatePath, useResourceContext } from 'react-admin';
import { useLocation } from 'react-router';
import { useCloseTo } from './close-to.ts';

/**
 * The addresses of a list and of its dialogs, which are below the list's. They keep the list's query (search, order and page), so
 * the list behind a dialog stays as it is.
 */
export const useListPath = () => {
  const resource = useResourceContext();
  const createPath = useCreatePath();
  const closeTo = useCloseTo();
  const { search } = useLocation();
  /** The address of a dialog by its path segments: `pathTo(id, 'edit')`. Without segments, the list's. */
  const pathTo = (...below: (string | number)[]) => ({
    pathname: [createPath({ resource, type: 'list' }), ...below.map(encodeURIComponent)].join('/'),
    search,
  });
  return { pathTo, close: () => closeTo(pathTo()) };
};
