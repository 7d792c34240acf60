import Dialog from '@mui/material/Dialog';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { may } from '../data/access.ts';
import { ask } from '../data/ask.ts';
import { useText } from '../texts/use-text.ts';
import { Icon, type IconName } from './icon.tsx';
import { PAGES, devicePath, type PageName } from './pages.ts';
import styles from './palette.module.css';

interface Entry {
  key: string;
  group: 'pages' | 'devices' | 'alerts';
  icon: IconName;
  name: string;
  beside: string;
  to: string;
}

const MOST_PER_GROUP = 8;
const PAGE_ICONS: Record<PageName, IconName> = {
  home: 'dashboard',
  maps: 'map',
  devicePage: 'chart',
  devices: 'device',
  assignDevices: 'people',
  sensorTypes: 'sensor',
  users: 'people',
  alerts: 'alert',
  locations: 'map',
  buildings: 'building',
  floors: 'plan',
  profile: 'person',
};

const contains = (typed: string, ...words: string[]) => {
  const wanted = typed.trim().toLowerCase().split(/\s+/);
  const all = words.join(' ').toLowerCase();
  return wanted.every((word) => all.includes(word));
};

/** All that can be gone to from anywhere, as far as this person may. */
const useEntries = (): Entry[] => {
  const text = useText();
  const devices = useQuery({
    queryKey: ['device-names', 'palette'],
    queryFn: ({ signal }) => ask('GET /getAllDevice', {}, signal),
    staleTime: 60_000,
  });
  const alerts = useQuery({
    queryKey: ['alerts', 'palette'],
    queryFn: ({ signal }) => ask('GET /alert', { limit: 100 }, signal),
    staleTime: 60_000,
  });
  return useMemo(
    () => [
      ...(Object.keys(PAGES) as PageName[])
        .filter((page) => page !== 'devicePage' && may(PAGES[page].needs))
        .map((page): Entry => {
          const { path, title } = PAGES[page];
          return {
            key: page,
            group: 'pages',
            icon: PAGE_ICONS[page],
            name: text(title),
            beside: '',
            to: path,
          };
        }),
      ...(devices.data?.deviceTable ?? []).map(({ deviceName, deviceAlias }): Entry => ({
        key: `device ${deviceName}`,
        group: 'devices',
        icon: 'device',
        name: deviceAlias,
        beside: deviceName,
        to: devicePath(deviceName),
      })),
      ...(alerts.data?.alerts ?? []).map(({ id, deviceName, sensorName, alertType, criteria }): Entry => ({
        key: `alert ${id}`,
        group: 'alerts',
        icon: 'alert',
        name: `${sensorName} ${alertType} ${criteria.values.join(', ')}`,
        beside: deviceName,
        to: `${PAGES.alerts.path}?q=${encodeURIComponent(deviceName)}`,
      })),
    ],
    [devices.data, alerts.data, text],
  );
};

/** What is typed narrows devices, pages and alerts; Enter goes there. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const text = useText();
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const entries = useEntries();

  const found = useMemo(() => {
    const matching = entries.filter(({ name, beside }) => contains(typed, name, beside));
    return (['pages', 'devices', 'alerts'] as const).flatMap((group) =>
      matching.filter((entry) => entry.group === group).slice(0, MOST_PER_GROUP),
    );
  }, [entries, typed]);
  const present = Math.min(chosen, Math.max(0, found.length - 1));

  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    void navigate(entry.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      const next = (present + step + found.length) % found.length;
      setChosen(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(found[present]);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{
        paper: { className: styles.palette!, 'aria-label': text('palette.name') },
        container: { className: styles.container! },
      }}
      transitionDuration={0}
    >
      <div className={styles.search}>
        <Icon name="search" size={20} />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={found.length > 0 ? `${listId}-${present}` : undefined}
          aria-label={text('palette.name')}
          placeholder={text('palette.placeholder')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul id={listId} role="listbox" aria-label={text('palette.name')} className={styles.list}>
        {found.map((entry, index) => (
          <li key={entry.key} role="presentation">
            {found[index - 1]?.group !== entry.group && (
              <div className={styles.group}>{text(`palette.groups.${entry.group}`)}</div>
            )}
            <div
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === present}
              className={styles.entry}
              onClick={() => go(entry)}
              onPointerMove={() => setChosen(index)}
            >
              <Icon name={entry.icon} />
              <span className={styles.name}>{entry.name}</span>
              <span className={styles.beside}>{entry.beside}</span>
            </div>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.none}>{text('palette.none', { typed })}</p>}
    </Dialog>
  );
}
