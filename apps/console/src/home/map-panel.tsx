import Tooltip from '@mui/material/Tooltip';
import IconButton from '@mui/material/IconButton';
import { Suspense, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import type { MapBuilding } from '@telemon/contracts/devices/dashboards';
import { passesColour } from '../state/device-state.ts';
import { PAGES } from '../data/pages.ts';
import { ChoiceButtons } from '../kit/choice-buttons.tsx';
import { Icon } from '../kit/icon.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useText } from '../texts/use-text.ts';
import { MAP_OF, type HomeAddress } from './home-address.ts';
import { NothingHere } from './nothing-here.tsx';
import { buildingsWithStates } from './states-within.ts';
import { TilesNotice } from './tiles-notice.tsx';
import type { HomeDevice } from './use-home.ts';
import styles from './map-panel.module.css';

const HomeMap = lazyPart(() => import('./home-map.tsx'));

interface Props {
  devices: readonly HomeDevice[];
  /** Those of the chosen colour. */
  shown: readonly HomeDevice[];
  buildings: readonly MapBuilding[];
  address: HomeAddress;
  /** Whether it fills the page. */
  isAlone: boolean;
}

/** The buildings that are on the map: on that of the devices those in which any of them stands. */
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

/** The map with what is chosen to stand on it. */
export const MapPanel = (props: Props) => {
  const { shown, address, isAlone } = props;
  const text = useText();
  const { search } = useLocation();
  const { mapOf, setMapOf, colour, locationId, managerId } = address;
  const buildings = useBuildings(props);
  const devices = useMemo(() => (mapOf === 'devices' ? shown : []), [mapOf, shown]);
  const isEmpty = buildings.length === 0 && !devices.some(({ lat }) => lat !== null);
  return (
    <div className={`${styles.map} ${isAlone ? styles.alone : ''}`}>
      <Suspense fallback={null}>
        <HomeMap
          label={text(`home.mapLabel.${mapOf}`)}
          groupText={`home.cluster.${mapOf}`}
          chosen={[mapOf, colour, locationId, managerId].join(' ')}
          devices={devices}
          buildings={buildings}
          onBuilding={address.openBuilding}
        />
      </Suspense>
      <TilesNotice />
      <div className={styles.buttons}>
        <ChoiceButtons
          label={text('home.mapOf.name')}
          value={mapOf}
          choices={MAP_OF.map((value) => ({ value, label: text(`home.mapOf.${value}`) }))}
          onChange={setMapOf}
        />
        {!isAlone && (
          <Tooltip title={text('home.largeMap')}>
            <IconButton
              component={Link}
              to={`${PAGES.maps.path}${search}`}
              aria-label={text('home.largeMap')}
            >
              <Icon name="expand" size={16} />
            </IconButton>
          </Tooltip>
        )}
      </div>
      {isEmpty && (
        <div className={styles.over}>
          <NothingHere address={address} of={mapOf} isWithoutPlace={devices.length > 0} />
        </div>
      )}
    </div>
  );
};
