import { statusOf } from '../data/refusal.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Failed, Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';

interface Props {
  title: string;
  /** Null while loading. */
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** Shown instead of a dialog when its sensor could not be loaded. */
export const NoSensor = ({ title, error, onRetry, onClose }: Props) => {
  const text = useText();
  if (error === null) return null;
  return (
    <Dialog title={title} onClose={onClose}>
      {statusOf(error) === 404 ? (
        <Picture
          icon="search"
          title={text('resources.sensor.unknown')}
          what={text('resources.sensor.unknownWhat')}
        />
      ) : (
        <Failed error={error} onRetry={onRetry} />
      )}
    </Dialog>
  );
};
