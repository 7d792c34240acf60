import Skeleton from '@mui/material/Skeleton';
import { Suspense, useMemo } from 'react';
import { usePendingAlerts } from '../alert/use-pending-alerts.ts';
import { passesColour } from '../state/device-state.ts';
import { lazyPart } from '../kit/lazy-part.tsx';
import { Failed } from '../kit/picture.tsx';
import { StaleBanner } from '../kit/stale-banner.tsx';
import { Counts } from './counts.tsx';
import { DeviceGrid } from './device-grid.tsx';
import { HomeControls } from './home-controls.tsx';
import { HomeFilters } from './home-filters.tsx';
import { MapPanel } from './map-panel.tsx';
import { NothingHere } from './nothing-here.tsx';
import { mayFilter, useHomeAddress, type View } from './home-address.ts';
import { useHome } from './use-home.ts';
import styles from './home-page.module.css';

const FloorsDialog = lazyPart(() => import('./floors-dialog.tsx'));

/** Stands in the places of the devices until they are known. */
const DevicesToCome = ({ view }: { view: View }) => (
  <div className={styles[view]}>
    {Array.from({ length: { map: 1, cards: 6, wall: 40 }[view] }, (_, place) => (
      <Skeleton key={place} variant="rounded" height="100%" />
    ))}
  </div>
);

/** Every device in its present state: on a map, as cards or as a wall; on a page of its own, the map alone. */
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

  if (devices === undefined && error !== null) return <Failed error={error} onRetry={retry} />;
  return (
    <div className={`${styles.home} ${isMapAlone ? styles.alone : ''}`} aria-busy={devices === undefined}>
      <div className={styles.bar}>
        {!isMapAlone && <Counts devices={devices} pending={pending} onFiring={() => setColour('red')} />}
        <HomeControls {...address} hasViews={!isMapAlone} />
        {mayFilter() && <HomeFilters {...address} />}
      </div>
      {error !== null && <StaleBanner error={error} asOf={asOf} onRetry={retry} />}
      {devices === undefined || shown === undefined || buildings === undefined ? (
        <DevicesToCome view={view} />
      ) : view === 'map' ? (
        <MapPanel {...{ devices, shown, buildings, address }} isAlone={isMapAlone} />
      ) : shown.length === 0 ? (
        <div className={styles.none}>
          <NothingHere address={address} of="devices" />
        </div>
      ) : (
        <DeviceGrid key={view} devices={shown} as={view} />
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
