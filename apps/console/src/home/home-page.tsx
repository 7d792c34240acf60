import { Suspense, lazy, useMemo } from 'react';
import { usePendingAlerts } from '../alerts/use-pending-alerts.ts';
import { passesColour } from '../devices/device-state.ts';
import { Failed } from '../list/failed.tsx';
import { StaleBanner } from '../list/stale-banner.tsx';
import { CardGrid } from './card-grid.tsx';
import { Counts } from './counts.tsx';
import { HomeControls } from './home-controls.tsx';
import { HomeFilters } from './home-filters.tsx';
import { MapPanel } from './map-panel.tsx';
import { NothingHere } from './nothing-here.tsx';
import { buildingsWithStates } from './states-within.ts';
import type { View } from './home-address.ts';
import { useHomeAddress } from './use-home-address.ts';
import { mayFilter, useHome } from './use-home.ts';
import styles from './home-page.module.css';

const FloorsDialog = lazy(() => import('./floors-dialog.tsx'));

/** The devices to come: the same places, nothing in them yet. */
const DevicesToCome = ({ view }: { view: View }) =>
  view === 'map' ? (
    <div className={styles.mapToCome} />
  ) : (
    <div className={styles.cardsToCome}>
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <span key={place} />
      ))}
    </div>
  );

/** Every device of the present state, on a map or as cards; on a page of its own, the map alone. */
export default function HomePage({ isMapAlone = false }: { isMapAlone?: boolean }) {
  const address = useHomeAddress();
  const { devices, buildings, error, asOf, retry } = useHome(address);
  const pending = usePendingAlerts();
  const { colour, setColour, buildingId } = address;
  const view = isMapAlone ? 'map' : address.view;
  const shown = useMemo(
    () => devices?.filter(({ state }) => passesColour(colour, state === 'firing' ? 1 : 0)),
    [devices, colour],
  );
  const standing = useMemo(
    () => devices && buildings && buildingsWithStates(buildings, devices),
    [devices, buildings],
  );

  if (devices === undefined && error !== null) return <Failed error={error} onRetry={retry} />;
  return (
    <div className={`${styles.home} ${isMapAlone ? styles.alone : ''}`} aria-busy={devices === undefined}>
      <div className={styles.bar}>
        {!isMapAlone && <Counts devices={devices} pending={pending} onFiring={() => setColour('red')} />}
        <HomeControls {...address} hasViews={!isMapAlone} />
        {mayFilter() && <HomeFilters {...address} />}
      </div>
      {error !== null && <StaleBanner error={error} asOf={asOf} onRetry={retry} />}
      {devices === undefined || shown === undefined || standing === undefined ? (
        <DevicesToCome view={view} />
      ) : view === 'map' ? (
        <MapPanel devices={shown} buildings={standing} address={address} isAlone={isMapAlone} />
      ) : shown.length === 0 ? (
        <div className={styles.none}>
          <NothingHere address={address} of="devices" />
        </div>
      ) : (
        <CardGrid devices={shown} />
      )}
      {buildingId !== null && devices !== undefined && (
        <Suspense fallback={null}>
          <FloorsDialog
            buildingId={buildingId}
            floorId={address.floorId}
            buildingName={buildings?.find((building) => building.buildingId === buildingId)?.buildingName}
            devices={devices}
            address={address}
          />
        </Suspense>
      )}
    </div>
  );
}
