import { Suspense, lazy, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { passesColour } from '../devices/device-state.ts';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { PAGES } from '../layout/pages.ts';
import { useText } from '../texts/use-text.ts';
import { NoneOnMap, NothingHere } from './nothing-here.tsx';
import type { HomeBuilding } from './states-within.ts';
import { MAP_OF } from './home-address.ts';
import type { HomeAddress } from './use-home-address.ts';
import type { HomeDevice } from './use-home.ts';
import styles from './map-panel.module.css';

const HomeMap = lazy(() => import('./home-map.tsx'));

interface Props {
  /** Those of the colour that was chosen. */
  devices: readonly HomeDevice[];
  /** All of them. */
  buildings: readonly HomeBuilding[];
  address: HomeAddress;
  /** Whether it fills the page. */
  isAlone: boolean;
}

/** The map with what is chosen to stand on it. */
export const MapPanel = ({ devices, buildings, address, isAlone }: Props) => {
  const text = useText();
  const { search } = useLocation();
  const { mapOf, setMapOf, colour, locationId, managerId } = address;
  const shown = useMemo(
    () => buildings.filter(({ state }) => passesColour(colour, state === 'firing' ? 1 : 0)),
    [buildings, colour],
  );
  const isEmpty = mapOf === 'devices' ? !devices.some(({ lat }) => lat !== null) : shown.length === 0;
  return (
    <div className={`${styles.map} ${isAlone ? styles.alone : ''}`}>
      <Suspense fallback={null}>
        <HomeMap
          of={mapOf}
          chosen={[mapOf, colour, locationId, managerId].join(' ')}
          devices={devices}
          buildings={shown}
          onBuilding={address.openBuilding}
          className={styles.fill}
        />
      </Suspense>
      <div className={styles.buttons} role="group" aria-label={text('home.mapOf.name')}>
        {MAP_OF.map((of) => (
          <Button
            key={of}
            aria-pressed={of === mapOf}
            className={of === mapOf ? styles.chosen : undefined}
            onClick={() => setMapOf(of)}
          >
            {text(`home.mapOf.${of}`)}
          </Button>
        ))}
        {!isAlone && (
          <Link className={styles.large} to={`${PAGES.maps.path}${search}`} title={text('home.largeMap')}>
            <Icon name="expand" size={16} />
            <span className="only-read-aloud">{text('home.largeMap')}</span>
          </Link>
        )}
      </div>
      {isEmpty && (
        <div className={styles.over}>
          {mapOf === 'devices' && devices.length > 0 ? (
            <NoneOnMap address={address} />
          ) : (
            <NothingHere address={address} of={mapOf} />
          )}
        </div>
      )}
    </div>
  );
};
