import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import type { MapBuilding } from '@telemon/contracts/devices/dashboards';
import { passesColour } from '../state/device-state.ts';
import { PAGES } from '../data/pages.ts';
import { ActionLink } from '../kit/action-button.tsx';
import { ChoiceButtons } from '../kit/choice-buttons.tsx';
import { lazyAside } from '../kit/lazy-part.tsx';
import { useText } from '../texts/use-text.ts';
import { MAP_OF, type HomeAddress } from './home-address.ts';
import { NothingHere } from './nothing-here.tsx';
import { buildingsWithStates } from './states-within.ts';
import { TilesNotice } from './tiles-notice.tsx';
import type { HomeDevice } from './use-home.ts';

const HomeMap = lazyAside(() => import('./home-map.tsx'));

const PANEL = {
  display: 'flex',
  flexDirection: 'column',
  position: 'relative',
  flex: 1,
  minHeight: 420,
  overflow: 'hidden',
} as const;
const FRAMED = { border: '1px solid var(--border)', borderRadius: 'var(--radius)' };
/** Leaves space for the map's zoom buttons, 34 px wide. */
const BUTTONS = {
  display: 'flex',
  flexWrap: 'wrap',
  position: 'absolute',
  top: 10,
  left: 10,
  maxWidth: 'calc(100% - 64px)',
  zIndex: 2,
  gap: 1,
  "& > a, & button:not([aria-pressed='true'])": {
    border: '1px solid var(--border-strong)',
    bgcolor: 'var(--surface)',
  },
} as const;
/** The map below can still be dragged. */
const OVER = {
  display: 'grid',
  placeItems: 'center',
  position: 'absolute',
  inset: 0,
  zIndex: 1,
  pointerEvents: 'none',
  '&& > *': {
    minHeight: 0,
    borderRadius: 'var(--radius)',
    bgcolor: 'var(--surface)',
    boxShadow: 'var(--shadow)',
    pointerEvents: 'auto',
  },
} as const;

interface Props {
  devices: readonly HomeDevice[];
  /** The devices of the selected colour. */
  shown: readonly HomeDevice[];
  buildings: readonly MapBuilding[];
  address: HomeAddress;
  /** Whether it fills the page. */
  isAlone: boolean;
}

/** The buildings on the map: with devices, only buildings of shown devices. */
const useBuildings = ({ devices, shown, buildings, address: { mapOf, colour } }: Props) =>
  useMemo(
    () =>
      mapOf === 'devices'
        ? buildingsWithStates(buildings, shown).filter(({ count }) => count > 0)
        : buildingsWithStates(buildings, devices).filter(({ state }) =>
            passesColour(colour, state === 'firing' ? 1 : 0),
          ),
    [devices, shown, buildings, mapOf, colour],
  );

/** The map with its buttons and messages. */
export const MapPanel = (props: Props) => {
  const { shown, address, isAlone } = props;
  const text = useText();
  const { search } = useLocation();
  const { mapOf, setMapOf, colour, locationId, managerId } = address;
  const buildings = useBuildings(props);
  const devices = useMemo(() => (mapOf === 'devices' ? shown : []), [mapOf, shown]);
  const isEmpty = buildings.length === 0 && !devices.some(({ lat }) => lat !== null);
  return (
    <Box sx={{ ...PANEL, ...(!isAlone && FRAMED) }}>
      <HomeMap
        label={text(`home.mapLabel.${mapOf}`)}
        groupText={`home.cluster.${mapOf}`}
        chosen={[mapOf, colour, locationId, managerId].join(' ')}
        devices={devices}
        buildings={buildings}
        onBuilding={address.openBuilding}
      />
      <TilesNotice />
      <Box sx={BUTTONS}>
        <ChoiceButtons
          label={text('home.mapOf.name')}
          value={mapOf}
          choices={MAP_OF.map((value) => ({ value, label: text(`home.mapOf.${value}`) }))}
          onChange={setMapOf}
        />
        {!isAlone && (
          <ActionLink
            icon="expand"
            iconSize={16}
            label={text('home.largeMap')}
            to={`${PAGES.maps.path}${search}`}
          />
        )}
      </Box>
      {isEmpty && (
        <Box sx={OVER}>
          <NothingHere address={address} of={mapOf} isWithoutPlace={devices.length > 0} />
        </Box>
      )}
    </Box>
  );
};
