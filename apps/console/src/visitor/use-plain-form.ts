import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type Ref } from 'react';
import { passwordsDiffer, passwordsDiverge } from './repeated-password.ts';

type Typed = Readonly<Record<string, string>>;
/** Error messages by field. */
type Faults = Readonly<Record<string, string | undefined>>;

interface Options<Values extends Typed> {
  /** The typed values, as a state of the parent. */
  state: readonly [Values, (change: (before: Values) => Values) => void];
  check: (values: Values) => Faults;
  /** The field that repeats `password`, and its message for a mismatch. */
  repeated?: { field: string; words: string } | undefined;
  send: (values: Values) => Promise<void>;
  /** Shows the service's error. The returned messages stay at their fields until these change. */
  onRefused: (error: Error) => Faults | void;
}

export interface PlainForm {
  values: Typed;
  faults: Faults;
  busy: boolean;
  type: (field: string, value: string) => void;
  /** For the `<form>` itself. */
  props: {
    ref: Ref<HTMLFormElement>;
    onSubmit: (event: FormEvent) => void;
    onBlur: (event: FocusEvent) => void;
    noValidate: true;
  };
}

const pick = (faults: Faults, isWanted: (field: string) => boolean): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => isWanted(field)));

/**
 * A text form without react-admin, whose script is too large for a page before the sign-in. A field's error is shown after typing
 * there and moving to another field; after the first submit all errors are shown, and the first invalid field gets the focus.
 * Moving to a button shows no errors, because they would move the button.
 */
export const usePlainForm = <Values extends Typed>(options: Options<Values>): PlainForm => {
  const { check, repeated, send, onRefused } = options;
  const [values, setValues] = options.state;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tries, setTries] = useState(0);
  const [refused, setRefused] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const waited = useRef(false);

  useEffect(() => {
    if (busy) {
      waited.current = true;
      return;
    }
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    const wrong = tries > 0 ? find('[aria-invalid="true"]:enabled') : null;
    if (wrong) wrong.focus();
    // A temporarily disabled button has lost the focus.
    else if (waited.current && document.activeElement === document.body) find('[type="submit"]')?.focus();
    waited.current = false;
  }, [tries, busy]);

  const password = values.password ?? '';
  const repetition = repeated === undefined ? password : (values[repeated.field] ?? '');
  const faults: Faults = {
    ...check(values),
    ...(repeated && password !== repetition && { [repeated.field]: repeated.words }),
  };
  /** Whether an error may be shown before the first submit. */
  const isDue = (field: string) => {
    if (field !== repeated?.field) return left.has(field) && values[field] !== '';
    return (left.has(field) ? passwordsDiffer : passwordsDiverge)(password, repetition);
  };

  const onBlur = ({ target, relatedTarget: next }: FocusEvent) => {
    const { name } = target as HTMLInputElement;
    const goesOn = next !== null && form.current?.contains(next) && !next.matches('[type="submit"]');
    if (name && goesOn) setLeft((before) => new Set([...before, name]));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTries(tries + 1);
    setRefused({});
    if (Object.keys(faults).length > 0) return;
    setBusy(true);
    try {
      await send(values);
      setTries(0);
      setLeft(new Set());
    } catch (error) {
      setRefused(onRefused(error as Error) ?? {});
    }
    setBusy(false);
  };

  return {
    values,
    faults: tries === 0 ? pick(faults, isDue) : { ...refused, ...faults },
    busy,
    type: (field, value) => {
      setValues((before) => ({ ...before, [field]: value }));
      setRefused((before) => ({ ...before, [field]: undefined }));
    },
    props: { ref: form, onSubmit: (event) => void submit(event), onBlur, noValidate: true },
  };
};
