import type { AutocompleteInputProps } from 'react-admin';
import { mayDo } from '../data/access.ts';
import { ChoiceInput, useChoices } from '../kit/choice-input.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';

const UserCreate = lazyPart(() => import('./user-create.tsx'));

interface Props extends Pick<AutocompleteInputProps, 'helperText' | 'readOnly' | 'className' | 'onChange'> {
  source: string;
}

/** Selects a manager, for admins; with a form to add one. */
export const ManagerInput = ({ source, helperText, readOnly = false, ...rest }: Props) => {
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
          create: <UserCreate role="manager" />,
          createLabel: 'resources.user.action.createManager',
        })}
      {...rest}
    />
  );
};
