import { Suspense, lazy, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { usePendingAlerts } from '../alerts/use-pending-alerts.ts';
import { mayDo } from '../data/access.ts';
import { passesColour } from '../devices/device-state.ts';
import { Button } from '../layout/button.tsx';
import { PAGES } from '../layout/pages.ts';
import { Failed } from '../list/failed.tsx';
import { Picture } from '../list/picture.tsx';
import { StaleBanner } from '../list/stale-banner.tsx';
import { useText } from '../texts/use-text.ts';
import { CardGrid } from './card-grid.tsx';
import { Counts } from './counts.tsx';
import { HomeControls } from './home-controls.tsx';
import { useHomeAddress, type View } from './use-home-address.ts';
import { useHome, type HomeDevice } from './use-home.ts';
import styles from './home-page.module.css';

const HomeMap = lazy(() => import('./home-map.tsx'));

/** The whole fleet is empty: why, and the next step. */
const NoDevices = () => {
  const text = useText();
  const navigate = useNavigate();
  const mayAdd = mayDo('devices', 'create');
  return (
    <div className={styles.none}>
      <Picture
        icon="device"
        title={text('home.empty.title')}
        what={text(mayAdd ? 'home.empty.what' : 'home.empty.whatAssistant')}
      >
        {mayAdd && (
          <Button tone="main" onClick={() => void navigate(`${PAGES.devices.path}/create`)}>
            {text('devices.add')}
          </Button>
        )}
      </Picture>
    </div>
  );
};

/** There are devices, but none of the colour. */
const NoneOfColour = ({ colour, onAll }: { colour: 'green' | 'red'; onAll: () => void }) => {
  const text = useText();
  return (
    <Picture icon="cards" title={text(`home.noneOf.${colour}`)}>
      <Button onClick={onAll}>{text('home.showAll')}</Button>
    </Picture>
  );
};

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

const Devices = ({
  devices,
  address,
}: {
  devices: HomeDevice[];
  address: ReturnType<typeof useHomeAddress>;
}) => {
  const { colour, view, setColour } = address;
  const none = devices.length === 0 && (
    <NoneOfColour colour={colour === 'red' ? 'red' : 'green'} onAll={() => setColour('all')} />
  );
  if (view === 'cards')
    return none ? <div className={styles.none}>{none}</div> : <CardGrid devices={devices} />;
  return (
    <div className={styles.map}>
      <Suspense fallback={null}>
        <HomeMap devices={devices} className={styles.fill} />
      </Suspense>
      {none && <div className={styles.over}>{none}</div>}
    </div>
  );
};

export default function HomePage() {
  const { devices, error, asOf, retry } = useHome();
  const pending = usePendingAlerts();
  const address = useHomeAddress();
  const { colour, view, setColour } = address;
  const shown = useMemo(
    () => devices?.filter(({ state }) => passesColour(colour, state === 'firing' ? 1 : 0)),
    [devices, colour],
  );

  if (devices === undefined && error !== null) return <Failed error={error} onRetry={retry} />;
  return (
    <div className={styles.home} aria-busy={devices === undefined}>
      <div className={styles.bar}>
        <Counts devices={devices} pending={pending} onFiring={() => setColour('red')} />
        <HomeControls {...address} />
      </div>
      {error !== null && <StaleBanner error={error} asOf={asOf} onRetry={retry} />}
      {devices === undefined || shown === undefined ? (
        <DevicesToCome view={view} />
      ) : devices.length === 0 ? (
        <NoDevices />
      ) : (
        <Devices devices={shown} address={address} />
      )}
    </div>
  );
}
