import type { User } from '@telemon/contracts/auth/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../data/ask.ts';
import { fieldsOf } from '../data/refusal.ts';
import { keepChanged } from '../data/session.ts';
import { Field, Input } from '../form/field.tsx';
import { ContactField, EmailField, LocationField, PasswordField, TextField } from '../form/plain-fields.tsx';
import { usePlainForm } from '../form/use-plain-form.ts';
import { Button } from '../layout/button.tsx';
import { WhyItFailed } from '../list/failed.tsx';
import { useText } from '../texts/use-text.ts';
import styles from './profile-page.module.css';
import { changeOf, changesLogin, faultsOf, valuesOf, type ProfileValues } from './profile-values.ts';

const FIELDS = 10;

export const profileKey = (id: string) => ['users', 'profile', id];

/** Stands where the form will. */
export const ProfileToCome = () => {
  const text = useText();
  return (
    <section className={styles.panel} aria-busy="true">
      <h2>{text('profile.edit')}</h2>
      <div className={styles.fields}>
        {Array.from({ length: FIELDS }, (_, place) => (
          <span key={place} className={styles.bone} />
        ))}
      </div>
    </section>
  );
};

const useLocations = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['locations', 'of-visitors'],
    queryFn: ({ signal }) => ask('GET /location/all', {}, signal),
    select: ({ locations }) => locations,
  });
  return { locations: data, failure: data ? null : error, onRetry: () => void refetch() };
};

export const EditProfile = ({ user }: { user: User }) => {
  const text = useText();
  const queryClient = useQueryClient();
  const locations = useLocations();
  const state = useState(() => valuesOf(user));
  const [result, setResult] = useState<'success' | Error | null>(null);
  const { mutateAsync: save } = useMutation({
    mutationFn: (change: ReturnType<typeof changeOf>) => ask('PATCH /user/:id', { id: user.id, ...change }),
  });
  const form = usePlainForm({
    state,
    check: (values) => faultsOf(values, user),
    repeated: { field: 'confirmPassword', words: text('account.noMatch') },
    send: async (values) => {
      setResult(null);
      const { user: saved } = await save(changeOf(values, user));
      queryClient.setQueryData(profileKey(user.id), { user: saved });
      void queryClient.invalidateQueries({ queryKey: ['users'] });
      state[1](valuesOf(saved));
      keepChanged(saved);
      setResult('success');
    },
    onRefused: (error) => {
      setResult(error);
      return fieldsOf(error);
    },
  });
  const field = (name: keyof ProfileValues) => ({ form, name, label: text(`account.${name}`) });

  return (
    <section className={styles.panel}>
      <h2>{text('profile.edit')}</h2>
      <form {...form.props}>
        <div className={styles.fields}>
          <TextField {...field('name')} autoComplete="name" maxLength={25} />
          <ContactField {...field('contact')} />
          <EmailField {...field('email')} />
          <Field id="userRole" label={text('account.userRole')}>
            <Input id="userRole" value={text(`roles.${user.userRole}`)} readOnly disabled />
          </Field>
          <PasswordField {...field('password')} hint={text('profile.blankPassword')} use="new-password" />
          <PasswordField {...field('confirmPassword')} use="new-password" />
          <TextField {...field('companyName')} autoComplete="organization" maxLength={25} />
          <LocationField {...field('locationId')} {...locations} />
          <TextField {...field('companyAddress')} autoComplete="street-address" maxLength={100} />
          <TextField {...field('country')} autoComplete="country-name" maxLength={60} />
          {changesLogin(state[0], user) && (
            <PasswordField
              {...field('currentPassword')}
              hint={text('profile.whyCurrentPassword')}
              use="current-password"
            />
          )}
        </div>
        <footer className={styles.footer}>
          <p role="status">
            {result === 'success' && <span className={styles.done}>{text('profile.saved')}</span>}
            {result instanceof Error && (
              <>
                <span className={styles.failed}>{text('profile.failed')}</span>{' '}
                <span className="quiet">
                  <WhyItFailed error={result} />
                </span>
              </>
            )}
          </p>
          <Button type="submit" tone="main" disabled={form.busy}>
            {text('form.save')}
          </Button>
        </footer>
      </form>
    </section>
  );
};
