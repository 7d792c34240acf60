import type { ReactNode } from 'react';
import { OpenerContext } from './add-here.tsx';
import { FormBelow } from './keep-typed.tsx';

interface Props {
  onSaved: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Around a form over a page that has no address for it below its own. Closing it changes only the search, before which the router
 * does not ask: the form asks by itself.
 */
export const FormHere = ({ onSaved, onClose, children }: Props) => (
  <OpenerContext value={{ onCreate: onSaved, onCancel: onClose }}>
    <FormBelow value={() => false}>{children}</FormBelow>
  </OpenerContext>
);
