import { useEffect, useRef } from 'react';
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  type NavigateOptions,
} from 'react-router';
import { useListPath } from '../kit/list-path.ts';

/** Shows a device's assistants: adds it to the address of the list. */
export const useShowAssistants = () => {
  const { pathTo } = useListPath();
  const navigate = useNavigate();
  return (deviceName: string, options?: NavigateOptions) => {
    const { pathname, search } = pathTo();
    const next = new URLSearchParams(search);
    next.set('device', deviceName);
    void navigate({ pathname, search: `?${next}` }, options);
  };
};

/**
 * The device whose assistants are shown. React-admin's list drops the device when it writes order, page or search into the
 * address: then it is added again.
 */
export const useChosen = (): string | null => {
  const search = new URLSearchParams(useLocation().search);
  const isOfList = useNavigationType() === NavigationType.Push && search.has('displayedFilters');
  const last = useRef<string | null>(null);
  const show = useShowAssistants();
  const inAddress = search.get('device');
  const chosen = inAddress ?? (isOfList ? last.current : null);
  useEffect(() => {
    last.current = chosen;
    if (chosen !== null && inAddress === null) show(chosen, { replace: true });
  });
  return chosen;
};
