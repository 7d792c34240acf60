import type { ReactElement } from 'react';
import type { AutocompleteInputProps } from 'react-admin';
import { mayDo } from '../data/access.ts';
import { ChoiceInput, useChoices } from '../kit/choice-input.tsx';

interface Props extends Pick<AutocompleteInputProps, 'helperText' | 'readOnly' | 'className' | 'onChange'> {
  source: string;
  /** The form that adds a manager: `<UserCreate role="manager" />`. */
  create: ReactElement;
}

/** Selects a manager, for admins; with a form to add one. */
export const ManagerInput = ({ source, create, helperText, readOnly = false, ...rest }: Props) => {
  const hasNone = useChoices('managers')?.length === 0;
  return (
    <ChoiceInput
      source={source}
      reference="managers"
      label="resources.user.fields.managerId"
      helperText={helperText ?? (hasNone && 'resources.user.hints.noManagers')}
      readOnly={readOnly}
      optionText="name"
      {...(mayDo('user', 'create') &&
        !readOnly && {
          create,
          createLabel: 'resources.user.action.createManager',
        })}
      {...rest}
    />
  );
};
