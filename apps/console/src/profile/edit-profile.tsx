import { Box, InputAdornment, Skeleton, TextField } from '@mui/material';
import type { User } from '@telemon/contracts/auth/users';
import { useEffect, useState } from 'react';
import { EditBase, TextInput, useEditContext, type RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { SHOWN_HERE, useHeldError } from '../data/held-error.ts';
import { updateStoredUser } from '../data/session.ts';
import { ChoiceInput, useChoices } from '../kit/choice-input.tsx';
import { ContractForm, Save } from '../kit/contract-form.tsx';
import { PANEL_END, Panel } from '../kit/panel.tsx';
import { Failed, WhyItFailed } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';
import { CurrentPasswordInput, NewPasswordInputs } from '../user/password-inputs.tsx';
import { faultsOfRepetition } from '../user/user-values.ts';
import { contactDigits } from '../visitor/contact-digits.ts';
import { Profile, changeOf, valuesOf, type ProfileValues } from './profile-values.ts';

/** The result of the last save: the saved user or the error. */
type Result = User | Error | null;

const INPUTS = 10;

const ProfilePlaceholder = () => (
  <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2, p: { xs: 2, sm: 3 } }}>
    {Array.from({ length: INPUTS }, (_, place) => (
      <Skeleton key={place} height={76} />
    ))}
  </Box>
);

const upTo = (maxLength: number) => ({ htmlInput: { maxLength } });

const Inputs = ({ user }: { user: User }) => {
  const text = useText();
  const hasNoLocations = useChoices('locations-of-visitors')?.length === 0;
  return (
    <>
      <TextInput source="name" autoComplete="name" helperText={false} slotProps={upTo(25)} />
      <TextInput
        source="contact"
        type="tel"
        autoComplete="tel"
        parse={contactDigits}
        helperText="account.contactHint"
        slotProps={{ input: { startAdornment: <InputAdornment position="start">+</InputAdornment> } }}
      />
      <TextInput source="email" type="email" autoComplete="username" helperText={false} />
      <TextField
        id="userRole"
        label={text('resources.user.fields.userRole')}
        value={text(`roles.${user.userRole}`)}
        disabled
      />
      <NewPasswordInputs helperText="resources.user.hints.passwordKept" />
      <TextInput source="companyName" autoComplete="organization" helperText={false} slotProps={upTo(25)} />
      <ChoiceInput
        source="locationId"
        reference="locations-of-visitors"
        label="resources.user.fields.locationId"
        optionText="locationName"
        helperText={hasNoLocations && 'form.noLocations'}
      />
      <TextInput
        source="companyAddress"
        autoComplete="street-address"
        helperText={false}
        slotProps={upTo(100)}
      />
      <TextInput source="country" autoComplete="country-name" helperText={false} slotProps={upTo(60)} />
      <CurrentPasswordInput own={valuesOf(user)} />
    </>
  );
};

const FormEnd = ({ result }: { result: Result }) => {
  const text = useText();
  const { reset } = useFormContext<ProfileValues>();
  const saved = result instanceof Error ? null : result;
  useEffect(() => {
    if (saved) reset(valuesOf(saved));
  }, [saved, reset]);
  return (
    <Box sx={PANEL_END}>
      <p role="status">
        {result !== null && (
          <Box component="span" sx={{ color: saved ? 'var(--normal)' : 'var(--firing)', fontWeight: 550 }}>
            {text(saved ? 'profile.saved' : 'profile.failed')}
          </Box>
        )}{' '}
        {result instanceof Error && (
          <span className="quiet">
            <WhyItFailed error={result} />
          </span>
        )}
      </p>
      <Save label={text('form.save')} />
    </Box>
  );
};

const ProfileForm = ({ result }: { result: Result }) => {
  const text = useText();
  const { record, error: present = null, isPending = false, refetch } = useEditContext<User>();
  const error = useHeldError({ error: present, isPending, isPlaceholderData: false });
  if (error && !record) return <Failed error={error} onRetry={() => void refetch?.()} />;
  if (!record) return <ProfilePlaceholder />;
  return (
    <ContractForm<ProfileValues>
      values={valuesOf(record)}
      record={record}
      schema={Profile}
      toSend={(values) => changeOf(values, record)}
      alsoWrong={faultsOfRepetition(text)}
      end={<FormEnd result={result} />}
    >
      <Inputs user={record} />
    </ContractForm>
  );
};

/** The form of the user's own data. */
export const EditProfile = ({ id }: { id: string }) => {
  const text = useText();
  const [result, setResult] = useState<Result>(null);
  const onSuccess = (saved: RaRecord) => {
    updateStoredUser(saved as User);
    setResult(saved as User);
  };
  return (
    <Panel title={text('profile.edit')}>
      <EditBase
        resource="user"
        id={id}
        mutationMode="pessimistic"
        redirect={false}
        mutationOptions={{ onSuccess, onError: setResult }}
        transform={(values: ProfileValues, options?: { previousData: User }) => {
          setResult(null);
          return changeOf(values, options!.previousData);
        }}
        redirectOnError={false}
        queryOptions={SHOWN_HERE}
      >
        <ProfileForm result={result} />
      </EditBase>
    </Panel>
  );
};
