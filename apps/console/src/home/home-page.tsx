import { Suspense, lazy, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { usePendingAlerts } from '../alerts/use-pending-alerts.ts';
import { mayDo } from '../data/access.ts';
import { COLOUR_FILTERS, passesColour, type ColourFilter } from '../devices/device-state.ts';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { PAGES } from '../layout/pages.ts';
import { Segments } from '../layout/segments.tsx';
import { Failed, WhyItFailed } from '../list/failed.tsx';
import { Picture } from '../list/picture.tsx';
import { timeOfDay } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { CardGrid } from './card-grid.tsx';
import { Counts } from './counts.tsx';
import { useHome, type HomeDevice } from './use-home.ts';
import styles from './home-page.module.css';

const HomeMap = lazy(() => import('./home-map.tsx'));

type View = 'map' | 'cards';

/** What is looked at, from the address. */
const useHomeAddress = () => {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('colour') ?? '';
  const colour: ColourFilter = asked in COLOUR_FILTERS ? (asked as ColourFilter) : 'all';
  const view: View = search.get('view') === 'cards' ? 'cards' : 'map';
  const set = (name: string, value: string, usual: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === usual) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    colour,
    view,
    setColour: (value: ColourFilter) => set('colour', value, 'all'),
    setView: (value: View) => set('view', value, 'map'),
  };
};

const Devices = ({ devices, view }: { devices: HomeDevice[]; view: View }) =>
  view === 'map' ? (
    <Suspense fallback={<div className={styles.mapToCome} />}>
      <HomeMap devices={devices} className={styles.map} />
    </Suspense>
  ) : (
    <CardGrid devices={devices} />
  );

export default function HomePage() {
  const text = useText();
  const navigate = useNavigate();
  const { devices, error, asOf, retry } = useHome();
  const pending = usePendingAlerts();
  const { colour, view, setColour, setView } = useHomeAddress();
  const shown = useMemo(
    () => devices?.filter(({ state }) => passesColour(colour, state === 'firing' ? 1 : 0)),
    [devices, colour],
  );

  if (devices === undefined || shown === undefined) {
    return error === null ? <HomeToCome view={view} /> : <Failed error={error} onRetry={retry} />;
  }
  return (
    <div className={styles.home}>
      <div className={styles.bar}>
        <Counts devices={devices} pending={pending} onFiring={() => setColour('red')} />
        <div className={styles.controls}>
          <Segments<ColourFilter>
            label={text('home.colour.name')}
            value={colour}
            options={[
              { value: 'all', label: text('home.colour.all') },
              { value: 'green', label: text('home.colour.green'), mark: <span className={styles.green} /> },
              { value: 'red', label: text('home.colour.red'), mark: <span className={styles.red} /> },
            ]}
            onChange={setColour}
          />
          <Segments<View>
            label={text('home.view.name')}
            value={view}
            options={[
              { value: 'map', label: text('home.view.map'), mark: <Icon name="map" size={16} /> },
              { value: 'cards', label: text('home.view.cards'), mark: <Icon name="cards" size={16} /> },
            ]}
            onChange={setView}
          />
        </div>
      </div>
      {error !== null && (
        <div className={styles.banner} role="alert">
          <Icon name="warning" />
          <span>
            <WhyItFailed error={error} /> {text('list.asOf', { time: timeOfDay(asOf) })}
          </span>
          <Button onClick={retry}>{text('list.retry')}</Button>
        </div>
      )}
      {shown.length === 0 && (view === 'cards' || devices.length === 0) ? (
        <div className={styles.none}>
          {devices.length === 0 ? (
            <Picture
              icon="device"
              title={text('home.empty.title')}
              what={text(mayDo('devices', 'create') ? 'home.empty.what' : 'home.empty.whatAssistant')}
            >
              {mayDo('devices', 'create') && (
                <Button tone="main" onClick={() => void navigate(`${PAGES.devices.path}/create`)}>
                  {text('devices.add')}
                </Button>
              )}
            </Picture>
          ) : (
            <Picture icon="cards" title={text(`home.noneOf.${colour === 'red' ? 'red' : 'green'}`)}>
              <Button onClick={() => setColour('all')}>{text('home.showAll')}</Button>
            </Picture>
          )}
        </div>
      ) : (
        <Devices devices={shown} view={view} />
      )}
    </div>
  );
}

/** The page to come: the same places, nothing in them yet. */
const HomeToCome = ({ view }: { view: View }) => (
  <div className={styles.home} aria-busy="true">
    <div className={styles.bar}>
      <div className={styles.countsToCome}>
        {[0, 1, 2, 3].map((place) => (
          <span key={place} />
        ))}
      </div>
    </div>
    {view === 'map' ? (
      <div className={styles.mapToCome} />
    ) : (
      <div className={styles.cardsToCome}>
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <span key={place} />
        ))}
      </div>
    )}
  </div>
);
