import { DEVICE_STATES } from '@telemon/contracts/devices/device-states';
import { SelectInput } from 'react-admin';
import { Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';

/** The worst first. */
const STATES = DEVICE_STATES.toReversed();

/** Limits a list of devices to those in one state. */
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
      // Otherwise, react-admin adds an entry of its own, which is called "Clear value".
      isRequired
      slotProps={{
        select: { displayEmpty: true, 'aria-label': text('resources.device.columns.state') },
      }}
    />
  );
};

/** The picture of a list in which no device has the chosen state. */
export const NoneInState = () => (
  <Picture icon="device" title={useText()('resources.device.filters.noneInState')} />
);
