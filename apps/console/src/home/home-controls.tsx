import type { ColourFilter } from '../devices/device-state.ts';
import { Icon } from '../layout/icon.tsx';
import { Segments } from '../layout/segments.tsx';
import { useText } from '../texts/use-text.ts';
import type { View } from './home-address.ts';
import type { HomeAddress } from './use-home-address.ts';
import styles from './home-controls.module.css';

/** Which devices, and how they are looked at. */
export const HomeControls = ({
  colour,
  view,
  setColour,
  setView,
  hasViews,
}: Pick<HomeAddress, 'colour' | 'view' | 'setColour' | 'setView'> & { hasViews: boolean }) => {
  const text = useText();
  return (
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
      {hasViews && (
        <Segments<View>
          label={text('home.view.name')}
          value={view}
          options={[
            { value: 'map', label: text('home.view.map'), mark: <Icon name="map" size={16} /> },
            { value: 'cards', label: text('home.view.cards'), mark: <Icon name="cards" size={16} /> },
          ]}
          onChange={setView}
        />
      )}
    </div>
  );
};
