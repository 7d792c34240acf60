import { statusOf } from '../data/refusal.ts';
import { Failed, Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';

/** Shown instead of a plan: its floor does not exist, the user may not see it, or loading failed. */
export const NoPlan = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const text = useText();
  if (statusOf(error) !== 404) return <Failed error={error} onRetry={onRetry} />;
  return (
    <Picture
      icon="search"
      title={text('resources.floor.plan.unknown')}
      what={text('resources.floor.plan.unknownWhat')}
    />
  );
};
