import { Box } from '@mui/material';
import { useEffect, useRef, type ReactNode } from 'react';
import { Form, SaveButton, type RaRecord } from 'react-admin';
import { set, useFormState, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { useText, type Text } from '../texts/use-text.ts';
import { faultsBy } from './faults-by.ts';

/** How a form is validated. */
export interface Judge<Values extends FieldValues> {
  /** The service's own schema for the request. */
  schema: z.ZodType | ((record: RaRecord | undefined) => z.ZodType);
  /** Turns the typed values into the request body, where they differ. `record` is the record that is edited. */
  toSend?: (values: Values, record: RaRecord | undefined) => object;
  /** Errors that the schema cannot find, by field path. */
  alsoWrong?: (values: Values, record: RaRecord | undefined) => Record<string, string>;
}

/** Validates a form with the schema of its request; the messages are the console's. */
const contractResolver = <Values extends FieldValues>(
  { schema, toSend, alsoWrong }: Judge<Values>,
  record: RaRecord | undefined,
  text: Text,
) => {
  const faultsOf = faultsBy(typeof schema === 'function' ? schema(record) : schema, text);
  return (values: Values) => {
    const faults = { ...faultsOf(toSend ? toSend(values, record) : values), ...alsoWrong?.(values, record) };
    const errors: FieldErrors = {};
    for (const [path, message] of Object.entries(faults)) set(errors, path, { type: 'contract', message });
    return { values: Object.keys(errors).length === 0 ? values : {}, errors };
  };
};

/** When default values arrive late, the user's input and its errors stay. */
const KEEP_TYPED = { keepDirtyValues: true, keepDirty: true, keepTouched: true, keepErrors: true };

/** Two columns of inputs, one on a phone. */
const INPUTS = {
  display: 'grid',
  // On a phone, where a form fills the screen, its buttons are at the bottom.
  flex: '1 1 auto',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  placeContent: 'start stretch',
  alignItems: 'start',
  gap: '16px',
  padding: { xs: '16px', sm: '20px 24px 24px' },
  overflowY: 'auto',
  '& .wide': { gridColumn: '1 / -1' },
} as const;

/** Moves the focus to the first invalid field after each submit, also when the server found the error. */
const FocusFirstWrong = () => {
  const place = useRef<HTMLSpanElement>(null);
  const { submitCount, isSubmitting, errors } = useFormState();
  const hasErrors = Object.keys(errors).length > 0;
  useEffect(() => {
    if (submitCount === 0 || isSubmitting || !hasErrors) return;
    place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [submitCount, isSubmitting]);
  return <span ref={place} hidden />;
};

/** Submits the form; disabled while a submit is in progress. */
export const Save = ({ label }: { label: string }) => (
  <SaveButton alwaysEnable={!useFormState().isSubmitting} label={label} icon={<></>} />
);

interface Props<Values extends FieldValues> extends Judge<Values> {
  /** The default values. */
  values: Values;
  /** The record that is edited; undefined for a new one. */
  record: RaRecord | undefined;
  /** Rendered below the inputs. */
  end: ReactNode;
  children: ReactNode;
}

/**
 * A form validated with the schema of its request. React-admin's `SimpleForm` always notifies about invalid fields: it passes
 * `disableInvalidFormNotification` on to a DOM element.
 */
export const ContractForm = <Values extends FieldValues>(props: Props<Values>) => {
  const { values, record, end, children, ...judge } = props;
  return (
    <Form
      record={{}}
      defaultValues={values as FieldValues}
      // React-admin's `validate` wraps messages twice, and our inputs show them unwrapped.
      resolver={contractResolver(judge, record, useText()) as Resolver<FieldValues>}
      mode="onTouched"
      resetOptions={KEEP_TYPED}
      disableInvalidFormNotification
      noValidate
    >
      <Box sx={INPUTS}>{children}</Box>
      {end}
      <FocusFirstWrong />
    </Form>
  );
};
