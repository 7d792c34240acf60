import { Picture } from '../list/picture.tsx';
import { useText } from '../texts/use-text.ts';

/** In a dialog's place: the sensor type is gone, or not this person's to see. */
export const SensorTypeMissing = () => {
  const text = useText();
  return <Picture icon="search" title={text('sensorTypes.unknown')} what={text('sensorTypes.unknownWhat')} />;
};
