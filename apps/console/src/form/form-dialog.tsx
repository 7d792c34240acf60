import MuiDialog from '@mui/material/Dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Form, useCreate, useUpdate, type RaRecord } from 'react-admin';
import { useFormState, type FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { Refusal } from '../data/refusal.ts';
import { Button } from '../layout/button.tsx';
import { IconButton } from '../layout/icon-button.tsx';
import { useMediaQuery } from '../layout/use-media-query.ts';
import { WhyItFailed } from '../list/failed.tsx';
import { SHAPE } from '../theme.ts';
import { useText } from '../texts/use-text.ts';
import { faultsBy, nested } from './faults-by.ts';
import { FormBelow, KeepTyped } from './keep-typed.tsx';
import styles from './form-dialog.module.css';

/** The form is set up anew when its first values come late; what was typed, that it was, and what was found wrong stay. */
const KEEP_TYPED = { keepDirtyValues: true, keepDirty: true, keepTouched: true, keepErrors: true };

/** A form of a field or two stays a dialog where a larger one fills a phone's screen. */
const SMALL = 440;

interface Props<Values extends FieldValues> {
  title: string;
  resource: string;
  /** What the service will judge by. */
  schema: z.ZodType;
  /** The record that is changed; without it a new one is made. */
  record?: RaRecord | undefined;
  values: Values;
  /** The typed values as they are sent, where that differs. */
  toSend?: (values: Values) => object;
  /** What is wrong with the typed values that no schema of the service sees, by the path of each field. */
  alsoWrong?: (values: Values) => Record<string, string>;
  /** How it is saved, where it is neither a record that is made nor one that is changed. */
  save?: (data: object) => Promise<RaRecord>;
  /** Leaves the dialog's address; where it stands over another form and has none, leaves for that one. */
  onClose: () => void;
  /** What follows a save, told what was typed; leaving the dialog where nothing is said. */
  onSaved?: (saved: RaRecord, typed: Values) => void;
  saveLabel?: string;
  width?: number;
  children: ReactNode;
}

/** Puts the focus on the first wrong field after each try, wherever the fault was found. */
const FocusFirstWrong = ({ form }: { form: RefObject<HTMLElement | null> }) => {
  const { submitCount, isSubmitting, errors } = useFormState();
  const hasErrors = Object.keys(errors).length > 0;
  useEffect(() => {
    if (submitCount === 0 || isSubmitting || !hasErrors) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [submitCount, isSubmitting]);
  return null;
};

/**
 * A form over a list, with an address of its own. A save that fails leaves it open with everything typed; the reason
 * stands below, and at its field where it has one.
 */
export const FormDialog = <Values extends FieldValues>(props: Props<Values>) => {
  const { title, resource, schema, record, values, toSend, alsoWrong } = props;
  const { onClose, onSaved, saveLabel, width = 640 } = props;
  const text = useText();
  const id = useId();
  const queryClient = useQueryClient();
  const fillsScreen = useMediaQuery(`(max-width: ${SHAPE.phone - 1}px)`) && width > SMALL;
  const [create] = useCreate();
  const [update] = useUpdate();
  const [refused, setRefused] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isBelowTyped = useContext(FormBelow);
  const saved = useRef(false);
  const isTyped = useRef(false);
  const body = useRef<HTMLDivElement>(null);
  const lastField = useRef<HTMLElement>(null);
  const holdsTyped = () => isTyped.current && !saved.current;
  const leave = () => (isBelowTyped !== null && holdsTyped() ? setLeaving(true) : onClose());
  const asSent = (typed: Values) => (toSend ? toSend(typed) : typed);
  const faultsBySchema = faultsBy(schema, text);
  const validate = (typed: Values) => nested({ ...faultsBySchema(asSent(typed)), ...alsoWrong?.(typed) });

  const saveRecord = (data: object): Promise<RaRecord> =>
    record === undefined
      ? create(resource, { data }, { returnPromise: true })
      : update(
          resource,
          { id: record.id, data, previousData: record },
          { mutationMode: 'pessimistic', returnPromise: true },
        );

  const onSubmit = async (typed: FieldValues) => {
    setRefused(null);
    setBusy(true);
    try {
      const answer = await (props.save ?? saveRecord)(asSent(typed as Values));
      saved.current = true;
      void queryClient.invalidateQueries({ queryKey: [resource] });
      (onSaved ?? onClose)(answer, typed as Values);
      return undefined;
    } catch (error) {
      setRefused(error);
      return error instanceof Refusal ? error.body.errors : undefined;
    } finally {
      setBusy(false);
    }
  };

  return (
    <MuiDialog
      open
      onClose={leave}
      aria-labelledby={id}
      fullScreen={fillsScreen}
      transitionDuration={0}
      slotProps={{ paper: { className: styles.paper!, sx: { maxWidth: fillsScreen ? 'none' : width } } }}
    >
      <Form
        onSubmit={onSubmit}
        validate={(typed: FieldValues) => validate(typed as Values)}
        defaultValues={values as FieldValues}
        record={{}}
        mode="onTouched"
        resetOptions={KEEP_TYPED}
        disableInvalidFormNotification
        noValidate
        className={styles.form!}
      >
        <header className={styles.header}>
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={text('dialog.close')} onClick={leave} />
        </header>
        <div
          ref={body}
          className={styles.body}
          onFocus={({ target }) => {
            if (body.current?.contains(target)) lastField.current = target;
          }}
        >
          <FormBelow value={() => holdsTyped() || isBelowTyped?.() === true}>{props.children}</FormBelow>
        </div>
        <footer className={styles.footer}>
          <p className={styles.refused} role="alert">
            {refused !== null && <WhyItFailed error={refused} />}
          </p>
          <Button onClick={leave}>{text('form.cancel')}</Button>
          <Button type="submit" tone="main" disabled={busy}>
            {saveLabel ?? text('form.save')}
          </Button>
        </footer>
        <FocusFirstWrong form={body} />
        <KeepTyped
          {...{ saved, isTyped, lastField, isLeaving }}
          onStay={() => setLeaving(false)}
          onLeave={onClose}
        />
      </Form>
    </MuiDialog>
  );
};
