import { useContext, type ReactNode } from 'react';
import { CardContext } from '../kit/column.tsx';

/** A value. Without one, a dash in a table; nothing on a phone's card, which leaves out the line. */
export const OrDash = ({ children }: { children: ReactNode }) => {
  const isOnCard = useContext(CardContext) !== null;
  if (children !== null && children !== undefined && children !== false && children !== '') return children;
  return isOnCard ? null : <span className="unit">–</span>;
};
