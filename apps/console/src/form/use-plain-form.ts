import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react';

type Typed = Readonly<Record<string, string>>;
/** What is wrong with what was typed, by field. */
export type Faults = Readonly<Record<string, string | undefined>>;

interface Options<Values extends Typed> {
  /** What is typed, as the state of whoever has to keep it. */
  state: readonly [Values, (change: (before: Values) => Values) => void];
  check: (values: Values) => Faults;
  send: (values: Values) => Promise<void>;
  /** Says why it was not taken; what it answers is shown at the fields until they change. */
  onRefused: (error: Error) => Faults | void;
}

export interface PlainForm {
  values: Typed;
  faults: Faults;
  busy: boolean;
  type: (field: string, value: string) => void;
  /** For the `<form>` itself. */
  props: { ref: Ref<HTMLFormElement>; onSubmit: (event: FormEvent) => void; noValidate: true };
}

/**
 * A form of texts without react-admin, which a page before the sign-in has no room for. What is wrong shows after the
 * first try, so that nothing moves under somebody's pointer, and the first wrong field gets the focus.
 */
export const usePlainForm = <Values extends Typed>(options: Options<Values>): PlainForm => {
  const { check, send, onRefused } = options;
  const [values, setValues] = options.state;
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
    const wrong = find('[aria-invalid="true"]:enabled');
    if (wrong) wrong.focus();
    // A button that was off for a while has lost the focus.
    else if (waited.current && document.activeElement === document.body) find('[type="submit"]')?.focus();
    waited.current = false;
  }, [tries, busy]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTries(tries + 1);
    setRefused({});
    if (Object.keys(check(values)).length > 0) return;
    setBusy(true);
    try {
      await send(values);
      setTries(0);
    } catch (error) {
      setRefused(onRefused(error as Error) ?? {});
    }
    setBusy(false);
  };

  return {
    values,
    faults: tries === 0 ? {} : { ...refused, ...check(values) },
    busy,
    type: (field, value) => {
      setValues((before) => ({ ...before, [field]: value }));
      setRefused((before) => ({ ...before, [field]: undefined }));
    },
    props: { ref: form, onSubmit: (event) => void submit(event), noValidate: true },
  };
};
