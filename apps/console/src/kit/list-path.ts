import { useCreatePath, useResourceContext } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';

/**
 * The addresses of a list and of the dialogs over it, which stand below the list's. The list stays behind a dialog as
 * it is: its search, order and page go along.
 */
export const useListPath = () => {
  const resource = useResourceContext();
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const { search } = useLocation();
  /** The address of a dialog by its steps below the list: `pathTo(id, 'edit')`. Without steps, the list's own. */
  const pathTo = (...below: (string | number)[]) => ({
    pathname: [createPath({ resource, type: 'list' }), ...below.map(encodeURIComponent)].join('/'),
    search,
  });
  return { pathTo, open: (...below: (string | number)[]) => void navigate(pathTo(...below)) };
};
