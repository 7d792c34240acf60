import { createContext, useContext, useEffect, useState, type RefObject } from 'react';
import { Confirm } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { OpenerContext } from './add-here.tsx';

/** Whether the form below this one holds something typed; null where there is none below. */
export const FormBelow = createContext<(() => boolean) | null>(null);

/** The state of the text typed into a form's dialog. */
export interface Typed {
  /** Whether something typed could be lost. */
  isTyped: boolean;
  isSaved: boolean;
  /** The field that had the focus last. */
  lastField: HTMLElement | null;
}

interface Props {
  typed: RefObject<Typed>;
  /** Whether the user wants to leave this form for the one below, which changes no address. */
  isLeaving: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/**
 * Asks before typed text is lost, be it by Escape, a click beside the dialog or the browser's Back. React-admin's
 * `warnWhenUnsavedChanges` asks by the browser's own dialog, and knows no form over a form.
 */
export const KeepTyped = ({ typed, isLeaving, onStay, onLeave }: Props) => {
  const isBelowTyped = useContext(FormBelow);
  const isOpenAt = useContext(OpenerContext)?.isOpenAt ?? (() => true);
  const { isDirty } = useFormState();
  const [hasAsked, setAsked] = useState(false);
  useEffect(() => {
    typed.current.isTyped = isDirty;
  }, [isDirty, typed]);
  // The router asks only the form on top, which answers for those below it.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      ((isDirty && !typed.current.isSaved) || isBelowTyped?.() === true) &&
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
