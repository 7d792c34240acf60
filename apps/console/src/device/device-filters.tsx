import { SHOWN_STATES } from '@telemon/contracts/devices/device-states';
import { PRESENCE_FILTERS } from '@telemon/contracts/devices/presence-filters';
import { ChoiceFilter } from '../kit/choice-filter.tsx';

/** Filter a list of devices by state, the worst first, and by their connection to the MQTT endpoint. */
export const deviceFilters = [
  <ChoiceFilter
    key="state"
    source="state"
    alwaysOn
    label="resources.device.columns.state"
    all="resources.device.filters.allStates"
    choices={SHOWN_STATES.toReversed().map((id) => ({ id, name: `states.${id}` }))}
  />,
  <ChoiceFilter
    key="presence"
    source="presence"
    alwaysOn
    label="resources.device.columns.presence"
    all="resources.device.filters.allPresences"
    choices={PRESENCE_FILTERS.map((id) => ({ id, name: `resources.device.filters.presences.${id}` }))}
  />,
];
