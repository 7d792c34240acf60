import { statusOf } from '../data/refusal.ts';
import { Failed, Picture } from '../kit/picture.tsx';

/** Shown instead of a plan: its floor does not exist, the user may not see it, or loading failed. */
export const NoPlan = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  statusOf(error) === 404 ? (
    <Picture icon="search" title="resources.floor.plan.unknown" what="resources.floor.plan.unknownWhat" />
  ) : (
    <Failed error={error} onRetry={onRetry} />
  );
