import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { ask } from '../data/ask.ts';
import { FoldedOnPhone } from '../kit/folded-on-phone.tsx';
import { NativeSelect } from '../kit/native-select.tsx';
import { useText } from '../texts/use-text.ts';
import { ALL, type HomeAddress } from './home-address.ts';

const useLocations = () =>
  useQuery({
    queryKey: ['location', 'of-home'],
    queryFn: ({ signal }) => ask('GET /dashboard/getAllLocations/', {}, signal),
    select: ({ locations }) => locations.map(({ id, locationName }) => ({ id, name: locationName })),
  });

/** The customers of a location, or all. */
const useCustomers = (locationId: string) =>
  useQuery({
    // Starts with the users' key, to be refreshed with them.
    queryKey: ['user', 'managers', 'of-location', locationId],
    queryFn: ({ signal }) =>
      locationId === ALL
        ? ask('GET /dashboard/getAllManagers/', {}, signal)
        : ask('GET /dashboard/getManagersByLocation/:locationId', { locationId }, signal),
    select: ({ managers }) => managers,
  });

interface ChoiceProps {
  label: string;
  value: string;
  query: { data: readonly { id: string; name: string }[] | undefined; error: Error | null };
  onChange: (id: string) => void;
}

const Choice = ({ label, value, query: { data, error }, onChange }: ChoiceProps) => {
  const text = useText();
  const isUnknown = value !== ALL && !data?.some(({ id }) => id === value);
  return (
    <NativeSelect
      label={label}
      value={value}
      options={[
        [ALL, text('home.filters.all')],
        ...(isUnknown ? [[value, text(data ? 'home.filters.gone' : 'form.loading')] as const] : []),
        ...(data ?? []).map(({ id, name }) => [id, name] as const),
      ]}
      error={error !== null}
      helperText={error?.message}
      onChange={onChange}
      sx={{ flex: '1 1 150px', maxWidth: { sm: 220 } }}
    />
  );
};

type Props = Pick<HomeAddress, 'locationId' | 'managerId' | 'setFilter'>;

/** Filters devices for admins: the location limits the customers; applied by Submit. */
export const HomeFilters = ({ locationId, managerId, setFilter }: Props) => {
  const text = useText();
  const [chosen, setChosen] = useState({ locationId, managerId });
  useEffect(() => setChosen({ locationId, managerId }), [locationId, managerId]);
  const locations = useLocations();
  const customers = useCustomers(chosen.locationId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFilter(chosen);
  };
  const nameOf = (id: string, { data }: ChoiceProps['query']) => data?.find((one) => one.id === id)?.name;
  const names = [nameOf(locationId, locations), nameOf(managerId, customers)].filter(Boolean);
  return (
    <Box
      component="form"
      onSubmit={submit}
      sx={{ display: 'flex', flex: '1 1 100%', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5 }}
    >
      <FoldedOnPhone summary={names.join(' · ') || text('home.filters.allDevices')}>
        <Choice
          label={text('home.filters.location')}
          value={chosen.locationId}
          query={locations}
          onChange={(id) => setChosen({ locationId: id, managerId: ALL })}
        />
        <Choice
          label={text('home.filters.customer')}
          value={chosen.managerId}
          query={customers}
          onChange={(id) => setChosen({ ...chosen, managerId: id })}
        />
        <Button
          type="submit"
          variant="contained"
          color="primary"
          sx={{ flex: { xs: '1 1 100%', sm: 'none' }, height: 36 }}
        >
          {text('filter.submit')}
        </Button>
      </FoldedOnPhone>
    </Box>
  );
};
