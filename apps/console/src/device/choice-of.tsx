import { useEffect, type ReactElement } from 'react';
import type { AutocompleteInputProps } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { AddHere } from '../kit/add-here.tsx';
import { ChoiceInput, useChoices } from '../kit/choice-input.tsx';
import { useFormRecord } from '../kit/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';

interface Props extends Pick<AutocompleteInputProps, 'optionText' | 'onChange' | 'createLabel'> {
  source: string;
  reference: string;
  /** The record whose choices these are, by its field; null until it is chosen. */
  of: Record<string, string | null>;
  /** Hints that something else is chosen first, and that there is nothing to choose; none where it may stay empty. */
  hints?: readonly [first: string, none: string] | undefined;
  /** The form that adds one. */
  create: ReactElement;
}

/** One of the sensors or places of a device's manager; one can be added from here. */
export const ChoiceOf = ({ hints, create, ...input }: Props) => {
  const { source, reference, of } = input;
  const text = useText();
  const isNew = useFormRecord() === undefined;
  const { getValues, setValue } = useFormContext();
  const choices = useChoices(reference, of);
  const only = hints && choices?.length === 1 ? String(choices[0]!.id) : null;

  // That is no text of the user's, so it does not make the form ask before it is closed.
  useEffect(() => {
    if (isNew && only !== null && !getValues(source)) setValue(source, only, { shouldValidate: true });
    // A user who takes the choice back is not overruled.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [only, JSON.stringify(of)]);

  const hint = Object.values(of).every(Boolean) ? choices?.length === 0 && hints?.[1] : hints?.[0];
  return (
    <ChoiceInput
      {...input}
      helperText={hint ? `resources.device.hints.${hint}` : false}
      {...(!hints && { TextFieldProps: { placeholder: text('form.none') } })}
      create={<AddHere>{create}</AddHere>}
    />
  );
};
