import { DEVICE_STATES } from '@telemon/contracts/devices/device-states';
import { SelectInput } from 'react-admin';
import { Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';

/** Worst first. */
const STATES = DEVICE_STATES.toReversed();

/** Filters a list of devices by state. */
export const StateFilter = ({ source }: { source: string; alwaysOn?: true }) => {
  const text = useText();
  return (
    <SelectInput
      source={source}
      label=""
      choices={[
        { id: '', name: text('resources.device.filters.allStates') },
        ...STATES.map((id) => ({ id, name: text(`states.${id}`) })),
      ]}
      translateChoice={false}
      // Without it, react-admin adds its own entry "Clear value".
      isRequired
      slotProps={{
        select: { displayEmpty: true, 'aria-label': text('resources.device.columns.state') },
      }}
    />
  );
};

/** Shown when no device is in the selected state. */
export const NoneInState = () => (
  <Picture icon="device" title={useText()('resources.device.filters.noneInState')} />
);
