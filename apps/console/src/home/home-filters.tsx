import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { ask } from '../data/ask.ts';
import { Field, Select } from '../form/field.tsx';
import { Button } from '../layout/button.tsx';
import { useText } from '../texts/use-text.ts';
import type { HomeAddress } from './use-home-address.ts';
import { ALL } from './home-address.ts';
import styles from './home-filters.module.css';

const useLocations = () =>
  useQuery({
    queryKey: ['locations', 'of-home'],
    queryFn: ({ signal }) => ask('GET /dashboard/getAllLocations/', {}, signal),
    select: ({ locations }) => locations,
  });

/** The customers of a location, or all of them. */
const useCustomers = (locationId: string) =>
  useQuery({
    // Begins as the users' own, so that it is asked for anew with every change of those.
    queryKey: ['users', 'managers', 'of-location', locationId],
    queryFn: ({ signal }) =>
      locationId === ALL
        ? ask('GET /dashboard/getAllManagers/', {}, signal)
        : ask('GET /dashboard/getManagersByLocation/:locationId', { locationId }, signal),
    select: ({ managers }) => managers,
  });

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { id: string; name: string }[] | undefined;
  error: Error | null;
  onChange: (id: string) => void;
}

const Choice = ({ label, value, options, error, onChange }: ChoiceProps) => {
  const text = useText();
  const id = useId();
  const isUnknown = value !== ALL && !options?.some((option) => option.id === value);
  return (
    <Field id={id} label={label} error={error?.message}>
      <Select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value={ALL}>{text('home.filters.all')}</option>
        {isUnknown && <option value={value}>{text(options ? 'home.filters.gone' : 'form.loading')}</option>}
        {options?.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </Select>
    </Field>
  );
};

/** Whose devices are shown, for the admin: a location narrows its customers; Submit looks. */
export const HomeFilters = ({
  locationId,
  managerId,
  setFilter,
}: Pick<HomeAddress, 'locationId' | 'managerId' | 'setFilter'>) => {
  const text = useText();
  const [chosen, setChosen] = useState({ locationId, managerId });
  useEffect(() => setChosen({ locationId, managerId }), [locationId, managerId]);
  const locations = useLocations();
  const customers = useCustomers(chosen.locationId);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFilter(chosen);
  };
  return (
    <form className={styles.filters} onSubmit={submit}>
      <Choice
        label={text('home.filters.location')}
        value={chosen.locationId}
        options={locations.data?.map(({ id, locationName }) => ({ id, name: locationName }))}
        error={locations.error}
        onChange={(id) => setChosen({ locationId: id, managerId: ALL })}
      />
      <Choice
        label={text('home.filters.customer')}
        value={chosen.managerId}
        options={customers.data}
        error={customers.error}
        onChange={(id) => setChosen({ ...chosen, managerId: id })}
      />
      <Button type="submit" tone="main">
        {text('filter.submit')}
      </Button>
    </form>
  );
};
