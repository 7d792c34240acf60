import type { ReactNode } from 'react';
import { statusOf } from '../data/refusal.ts';
import { SmallDialog } from '../layout/small-dialog.tsx';
import { Failed } from '../list/failed.tsx';

interface Props {
  title: string;
  error: Error | null;
  /** What is said where there is none, or none that this person may see. */
  missing: ReactNode;
  onRetry: () => void;
  onClose: () => void;
}

/** In the place of a form whose record isn't there: why; nothing while it is on its way. */
export const NoRecord = ({ title, error, missing, onRetry, onClose }: Props) =>
  error !== null && (
    <SmallDialog title={title} onClose={onClose}>
      {statusOf(error) === 404 ? missing : <Failed error={error} onRetry={onRetry} />}
    </SmallDialog>
  );
