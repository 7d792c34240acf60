import type { ReactNode } from 'react';
import { OpenerContext } from './add-here.tsx';

interface Props {
  /** Whether the query of an address opens the form. */
  isOpenAt: (search: URLSearchParams) => boolean;
  onSaved: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Around a form over a page without a path for it: the query opens it. */
export const FormHere = ({ isOpenAt, onSaved, onClose, children }: Props) => (
  <OpenerContext value={{ onCreate: onSaved, onCancel: onClose, isOpenAt }}>{children}</OpenerContext>
);
