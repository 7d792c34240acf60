import { createContext, useContext, useEffect, type RefObject } from 'react';
import { useFormState } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { Button } from '../layout/button.tsx';
import { SmallDialog } from '../layout/small-dialog.tsx';
import { useText } from '../texts/use-text.ts';

/** Whether the form below this one holds something typed; null where there is none below. */
export const FormBelow = createContext<(() => boolean) | null>(null);

interface Props {
  saved: RefObject<boolean>;
  /** Kept true while something typed could be lost. */
  isTyped: RefObject<boolean>;
  /** The field that had the focus last. */
  lastField: RefObject<HTMLElement | null>;
  /** Whether somebody wants to leave this form for the one below, which changes no address. */
  isLeaving: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before anything typed is lost, be it by Escape, a click beside the dialog or the browser's Back. */
export const KeepTyped = ({ saved, isTyped, lastField, isLeaving, onStay, onLeave }: Props) => {
  const text = useText();
  const isBelowTyped = useContext(FormBelow);
  const { isDirty } = useFormState();
  useEffect(() => {
    isTyped.current = isDirty;
  }, [isDirty, isTyped]);
  // The router asks the form on top alone, which answers for those below it.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      ((isDirty && !saved.current) || isBelowTyped?.() === true) &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  const isAsking = isLeaving || blocker.state === 'blocked';
  useEffect(() => (isAsking ? () => lastField.current?.focus() : undefined), [isAsking, lastField]);
  if (!isAsking) return null;
  const stay = isLeaving ? onStay : () => blocker.reset?.();
  const leave = isLeaving ? onLeave : () => blocker.proceed?.();
  return (
    <SmallDialog
      role="alertdialog"
      title={text('form.discard.title')}
      onClose={stay}
      actions={
        <>
          <Button autoFocus onClick={stay}>
            {text('form.discard.no')}
          </Button>
          <Button tone="danger" onClick={leave}>
            {text('form.discard.yes')}
          </Button>
        </>
      }
    >
      <p>{text('form.discard.what')}</p>
    </SmallDialog>
  );
};
