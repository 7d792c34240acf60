import { createContext, useContext, useEffect, useState, type RefObject } from 'react';
import { Confirm } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { OpenerContext } from './add-here.tsx';
import { changedFields } from './changed-fields.ts';

/** Whether the form below this one has unsaved text; null without a form below. */
export const FormBelow = createContext<(() => boolean) | null>(null);

export interface Typed {
  /** Whether there is unsaved text. */
  isTyped: boolean;
  isSaved: boolean;
  /** The last focused field. */
  lastField: HTMLElement | null;
}

interface Props {
  typed: RefObject<Typed>;
  /** Whether the user closes this form for the one below; the address stays the same. */
  isLeaving: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/**
 * Asks before Escape, a click outside or the browser's Back discards typed text. React-admin's `warnWhenUnsavedChanges` uses the
 * browser's own dialog and does not support nested forms.
 */
export const KeepTyped = ({ typed, isLeaving, onStay, onLeave }: Props) => {
  const isBelowTyped = useContext(FormBelow);
  const isOpenAt = useContext(OpenerContext)?.isOpenAt ?? (() => true);
  const { isDirty, defaultValues = {} } = useFormState();
  const values = useWatch();
  // For react-hook-form, a field that was '' is dirty once it is cleared: react-admin makes it null.
  const isTyped = isDirty && Object.keys(changedFields(values, defaultValues)).length > 0;
  const [hasAsked, setAsked] = useState(false);
  useEffect(() => {
    typed.current.isTyped = isTyped;
  }, [isTyped, typed]);
  // The router asks only the top form, which also checks the forms below it.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      ((isTyped && !typed.current.isSaved) || isBelowTyped?.() === true) &&
      (currentLocation.pathname !== nextLocation.pathname ||
        !isOpenAt(new URLSearchParams(nextLocation.search))),
  );
  const isAsking = isLeaving || blocker.state === 'blocked';
  useEffect(() => {
    if (isAsking) setAsked(true);
    else if (hasAsked) typed.current.lastField?.focus();
  }, [isAsking, hasAsked, typed]);
  return (
    <Confirm
      isOpen={isAsking}
      title="form.discard.title"
      content="form.discard.what"
      cancel="form.discard.no"
      confirm="form.discard.yes"
      onClose={isLeaving ? onStay : () => blocker.reset?.()}
      onConfirm={isLeaving ? onLeave : () => blocker.proceed?.()}
    />
  );
};
