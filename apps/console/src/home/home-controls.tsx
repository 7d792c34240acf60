import { Box } from '@mui/material';
import { COLOUR_FILTERS, type ColourFilter } from '../state/device-state.ts';
import { ChoiceButtons } from '../kit/choice-buttons.tsx';
import { Icon } from '../kit/icon.tsx';
import { useText } from '../texts/use-text.ts';
import { VIEWS, type HomeAddress } from './home-address.ts';

const MARKS = {
  all: {},
  green: { borderRadius: '50%', bgcolor: 'var(--normal-solid)' },
  red: { borderRadius: '2px', bgcolor: 'var(--firing-solid)' },
};
const VIEW_ICONS = { map: 'map', cards: 'cards', wall: 'columns' } as const;

type Props = Pick<HomeAddress, 'colour' | 'view' | 'setColour' | 'setView'> & { hasViews: boolean };

/** The colour filter and the view of the devices. */
export const HomeControls = ({ colour, view, setColour, setView, hasViews }: Props) => {
  const text = useText();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <ChoiceButtons
        label={text('home.colour.name')}
        value={colour}
        choices={(Object.keys(COLOUR_FILTERS) as ColourFilter[]).map((value) => ({
          value,
          label: text(`home.colour.${value}`),
          icon: value !== 'all' && <Box component="span" sx={{ width: 9, height: 9, ...MARKS[value] }} />,
        }))}
        onChange={setColour}
      />
      {hasViews && (
        <ChoiceButtons
          label={text('home.view.name')}
          value={view}
          choices={VIEWS.map((value) => ({
            value,
            label: text(`home.view.${value}`),
            icon: <Icon name={VIEW_ICONS[value]} size={16} />,
          }))}
          onChange={setView}
        />
      )}
    </Box>
  );
};
