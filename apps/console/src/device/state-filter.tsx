import { SHOWN_STATES } from '@telemon/contracts/devices/device-states';
import { ChoiceFilter, type FilterProps } from '../kit/choice-filter.tsx';
import { Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';

/** Worst first. */
const STATES = SHOWN_STATES.toReversed();

/** Filters a list of devices by state. */
export const StateFilter = ({ source }: FilterProps) => {
  const text = useText();
  return (
    <ChoiceFilter
      source={source}
      label={text('resources.device.columns.state')}
      all={text('resources.device.filters.allStates')}
      choices={STATES.map((id) => ({ id, name: text(`states.${id}`) }))}
    />
  );
};

/** Shown when no device is in the selected state. */
export const NoneInState = () => <Picture icon="device" title="resources.device.filters.noneInState" />;
