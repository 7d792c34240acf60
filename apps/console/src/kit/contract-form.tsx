import Box from '@mui/material/Box';
import { useEffect, useRef, type ReactNode } from 'react';
import { Form, SaveButton, type RaRecord } from 'react-admin';
import { useFormState, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { useText, type Text } from '../texts/use-text.ts';
import { faultsBy, nested } from './faults-by.ts';

/** The contract that judges a form, and the request it judges. */
export interface Judge<Values extends FieldValues> {
  /** The contract by which the service judges it. */
  schema: z.ZodType | ((record: RaRecord | undefined) => z.ZodType);
  /** The typed values as they are sent, where that differs. The record is the one that is changed. */
  toSend?: (values: Values, record: RaRecord | undefined) => object;
  /** Faults of the typed values that the contract cannot see, by the path of each field. */
  alsoWrong?: (values: Values, record: RaRecord | undefined) => Record<string, string>;
}

type Faults = ReturnType<typeof nested>;

const asFieldErrors = (faults: Faults): FieldErrors =>
  Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [
      name,
      typeof fault === 'object' ? asFieldErrors(fault) : { type: 'contract', message: fault },
    ]),
  );

/** Judges a form by the contract of its call, in the console's words. */
const contractResolver = <Values extends FieldValues>(
  { schema, toSend, alsoWrong }: Judge<Values>,
  record: RaRecord | undefined,
  text: Text,
) => {
  const faultsOf = faultsBy(typeof schema === 'function' ? schema(record) : schema, text);
  return (values: Values) => {
    const faults = { ...faultsOf(toSend ? toSend(values, record) : values), ...alsoWrong?.(values, record) };
    const errors = asFieldErrors(nested(faults));
    return { values: Object.keys(errors).length === 0 ? values : {}, errors };
  };
};

/** When first values come late, what the user typed stays, and so do the faults found in it. */
const KEEP_TYPED = { keepDirtyValues: true, keepDirty: true, keepTouched: true, keepErrors: true };

/** Two inputs beside each other, on a phone one. */
const INPUTS = {
  display: 'grid',
  // On a phone, where a form fills the screen, its buttons stand at the end of the screen.
  flex: '1 1 auto',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  placeContent: 'start stretch',
  alignItems: 'start',
  gap: '16px',
  padding: { xs: '16px', sm: '20px 24px 24px' },
  overflowY: 'auto',
  '& .wide': { gridColumn: '1 / -1' },
} as const;

/** Puts the focus on the first wrong field after each try, wherever the fault was found. */
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

/** Saves the form around it; it rests while that is under way. */
export const Save = ({ label }: { label: string }) => (
  <SaveButton alwaysEnable={!useFormState().isSubmitting} label={label} icon={<></>} />
);

interface Props<Values extends FieldValues> extends Judge<Values> {
  /** The first values. */
  values: Values;
  /** The record that is changed; undefined for a new one. */
  record: RaRecord | undefined;
  /** Below the inputs. */
  end: ReactNode;
  /** The inputs. */
  children: ReactNode;
}

/**
 * A form that is judged by the contract of its call. React-admin's `SimpleForm` could not be told that a wrong field says
 * enough by itself: it hands that on to an element of the page.
 */
export const ContractForm = <Values extends FieldValues>(props: Props<Values>) => {
  const { values, record, end, children, ...judge } = props;
  return (
    <Form
      record={{}}
      defaultValues={values as FieldValues}
      // React-admin's `validate` wraps messages twice, and inputs of ours show them as they are.
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
