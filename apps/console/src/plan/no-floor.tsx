import { Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';

/** In the place of the plan of a floor that does not exist, or that the user may not see. */
export const NoFloor = () => {
  const text = useText();
  return (
    <Picture
      icon="search"
      title={text('resources.floor.plan.unknown')}
      what={text('resources.floor.plan.unknownWhat')}
    />
  );
};
