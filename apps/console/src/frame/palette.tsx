import {
  Autocomplete,
  Box,
  Dialog,
  ListSubheader,
  TextField,
  Typography,
  type PopperProps,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ruleInWords } from '../alert/rule-words.ts';
import { useAlertPaths } from '../alert/use-alert-paths.ts';
import { may } from '../data/access.ts';
import { ask } from '../data/ask.ts';
import { Icon, type IconName } from '../kit/icon.tsx';
import { useText } from '../texts/use-text.ts';
import { PAGES, devicePath, type Page, type PageName } from '../data/pages.ts';
import { PAGE_ICONS, hasOutbox } from './menu.ts';

interface Entry {
  key: string;
  group: 'pages' | 'devices' | 'alerts';
  icon: IconName;
  name: string;
  beside: string;
  to: string;
  isOutside?: boolean;
}

const MOST_PER_GROUP = 8;

/** All pages, devices and alerts that the user may open. */
const useEntries = (): Entry[] => {
  const text = useText();
  const { alerts: alertsPath } = useAlertPaths();
  const devices = useQuery({
    queryKey: ['device-names', 'palette'],
    queryFn: ({ signal }) => ask('GET /getAllDevice', {}, signal),
    staleTime: 60_000,
  }).data?.deviceTable;
  const alerts = useQuery({
    queryKey: ['alert', 'palette'],
    queryFn: ({ signal }) => ask('GET /alert', { limit: 100 }, signal),
    staleTime: 60_000,
  }).data?.alerts;
  return useMemo(() => {
    const pages = (Object.keys(PAGES) as PageName[]).filter(
      (page) => page !== 'devicePage' && may(PAGES[page].needs) && (page !== 'outbox' || hasOutbox()),
    );
    return [
      ...pages.map((page): Entry => {
        const { path: to, title, isOutside = false }: Page = PAGES[page];
        const name = text(title);
        return { key: page, group: 'pages', icon: PAGE_ICONS[page], name, beside: '', to, isOutside };
      }),
      ...(devices ?? []).map(({ deviceName, deviceAlias }): Entry => ({
        key: `device ${deviceName}`,
        group: 'devices',
        icon: 'device',
        name: deviceAlias,
        beside: deviceName,
        to: devicePath(deviceName),
      })),
      ...(alerts ?? []).map((alert): Entry => ({
        key: `alert ${alert.id}`,
        group: 'alerts',
        icon: 'alert',
        name: ruleInWords(alert, text),
        beside: alert.deviceName,
        to: `${alertsPath}?filter=${encodeURIComponent(JSON.stringify({ q: alert.deviceName }))}`,
      })),
    ];
  }, [devices, alerts, alertsPath, text]);
};

/** The entries that contain every typed word, a limited number per group. */
const matching = (entries: Entry[], typed: string): Entry[] => {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const counts = { pages: 0, devices: 0, alerts: 0 };
  return entries.filter(({ name, beside, group }) => {
    const all = `${name} ${beside}`.toLowerCase();
    return words.every((word) => all.includes(word)) && ++counts[group] <= MOST_PER_GROUP;
  });
};

/** Renders the options below the field in the dialog; MUI would float them over the page. */
const Below = ({ children }: PopperProps) => (
  <Box sx={{ borderTop: '1px solid var(--border)' }}>{children as ReactNode}</Box>
);

/** Typed text filters devices, pages and alerts; Enter opens the selected one. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const text = useText();
  const navigate = useNavigate();
  const entries = useEntries();
  const [typed, setTyped] = useState('');
  const go = (entry: Entry | null) => {
    if (entry === null) return;
    onClose();
    if (entry.isOutside) window.open(entry.to, '_blank', 'noopener');
    else void navigate(entry.to);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{
        paper: { 'aria-label': text('palette.name'), sx: { maxWidth: 600, mt: '12vh' } },
        container: { sx: { alignItems: 'flex-start' } },
      }}
    >
      <Autocomplete
        open
        value={null}
        inputValue={typed}
        options={entries}
        autoHighlight
        forcePopupIcon={false}
        clearIcon={null}
        filterOptions={(all) => matching(all, typed)}
        groupBy={({ group }) => text(`palette.groups.${group}`)}
        getOptionKey={({ key }) => key}
        getOptionLabel={({ name }) => name}
        noOptionsText={text('palette.none', { typed })}
        onInputChange={(_, words, reason) => reason === 'input' && setTyped(words)}
        onChange={(_, entry) => go(entry)}
        onClose={(_, reason) => reason === 'escape' && onClose()}
        slots={{ popper: Below }}
        slotProps={{
          paper: { sx: { m: 0, border: 0, boxShadow: 'none' } },
          listbox: { sx: { maxHeight: 'min(52vh, 440px)' } },
        }}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            placeholder={text('palette.placeholder')}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, 'aria-label': text('palette.name') },
            }}
            sx={{ p: 1, '& .MuiOutlinedInput-notchedOutline': { border: 0 } }}
          />
        )}
        // MUI's own groups contain a plain list, which is invalid in a listbox.
        renderGroup={({ key, group, children }) => (
          <li key={key} role="presentation">
            <ListSubheader component="div" className="MuiAutocomplete-groupLabel">
              {group}
            </ListSubheader>
            <Box
              component="ul"
              role="group"
              aria-label={group}
              className="MuiAutocomplete-groupUl"
              sx={{ p: 0 }}
            >
              {children}
            </Box>
          </li>
        )}
        renderOption={({ key, ...props }, { icon, name, beside }) => (
          <Box component="li" key={key} {...props} sx={{ gap: 1.25 }}>
            <Icon name={icon} color="var(--text-faint)" />
            <Typography noWrap component="span" sx={{ flex: 1 }}>
              {name}
            </Typography>
            <span className="unit">{beside}</span>
          </Box>
        )}
      />
    </Dialog>
  );
}
