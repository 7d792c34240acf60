import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useOnlyChoice } from '../kit/choice-input.tsx';
import { useFormRecord } from '../kit/form-dialog.tsx';

/**
 * In the form for a new device, chooses the only record there is to choose. That is no text of the user's, so it does not
 * make the form ask before it is closed.
 */
export const useOnlyChoiceTaken = (source: string, reference: string, of: Record<string, string | null>) => {
  const isNew = useFormRecord() === undefined;
  const only = useOnlyChoice(reference, of);
  const { getValues, setValue } = useFormContext();
  useEffect(() => {
    if (isNew && only !== null && !getValues(source)) setValue(source, only, { shouldValidate: true });
    // A user who takes the choice back is not overruled.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [only, JSON.stringify(of)]);
};
