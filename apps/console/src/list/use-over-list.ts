import { useLocation, useNavigate } from 'react-router';
import { PAGES, type PageName } from '../layout/pages.ts';

/**
 * The ways to the dialogs over a list, which have their addresses below the list's, and back to it. The list stays
 * behind them as it is looked at: its search, order and page go along.
 */
export const useOverList = (page: PageName) => {
  const navigate = useNavigate();
  const { search } = useLocation();
  const to = (...below: string[]) => ({
    pathname: [PAGES[page].path, ...below.map(encodeURIComponent)].join('/'),
    search,
  });
  return {
    /** The address of a dialog, by its steps below the list: `to(id, 'edit')`. */
    to,
    open: (...below: string[]) => void navigate(to(...below)),
    close: () => void navigate(to()),
  };
};
