import { useEffect, type ReactElement } from 'react';
import type { AutocompleteInputProps } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { ChoiceInput, useChoices } from '../kit/choice-input.tsx';
import { useFormRecord } from '../kit/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';

interface Props extends Pick<AutocompleteInputProps, 'optionText' | 'onChange' | 'createLabel'> {
  source: string;
  reference: string;
  /** The parent record's id by its field; null until it is selected. */
  of: Record<string, string | null>;
  /** Hints that the parent must be selected first, and that there are no choices; omitted for an optional field. */
  hints?: readonly [first: string, none: string] | undefined;
  /** The form that adds a choice. */
  create: ReactElement;
}

/** A sensor or place of the device's manager, with a form to add one. */
export const ChoiceOf = ({ hints, ...input }: Props) => {
  const { source, reference, of } = input;
  const text = useText();
  const isNew = useFormRecord() === undefined;
  const { getValues, setValue } = useFormContext();
  const choices = useChoices(reference, of);
  const only = hints && choices?.length === 1 ? String(choices[0]!.id) : null;

  // Not marked as dirty: closing the form need not ask about a default.
  useEffect(() => {
    if (isNew && only !== null && !getValues(source)) setValue(source, only, { shouldValidate: true });
    // Runs once per parent, so that a user can clear the choice.
  }, [only, JSON.stringify(of)]);

  const hint = Object.values(of).every(Boolean) ? choices?.length === 0 && hints?.[1] : hints?.[0];
  return (
    <ChoiceInput
      {...input}
      helperText={hint ? `resources.device.hints.${hint}` : false}
      {...(!hints && { TextFieldProps: { placeholder: text('form.none') } })}
    />
  );
};
