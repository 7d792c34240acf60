import { PRESENCE_FILTERS } from '@telemon/contracts/devices/presence-filters';
import { ChoiceFilter, type FilterProps } from '../kit/choice-filter.tsx';
import { useText } from '../texts/use-text.ts';

/** Filters a list of devices by their connection to the MQTT endpoint. */
export const PresenceFilter = ({ source }: FilterProps) => {
  const text = useText();
  return (
    <ChoiceFilter
      source={source}
      label={text('resources.device.columns.presence')}
      all={text('resources.device.filters.allPresences')}
      choices={PRESENCE_FILTERS.map((id) => ({ id, name: text(`resources.device.filters.presences.${id}`) }))}
    />
  );
};
