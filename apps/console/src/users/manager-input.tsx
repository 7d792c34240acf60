import { lazy } from 'react';
import { mayDo } from '../data/access.ts';
import { useManagers } from '../devices/use-choices.ts';
import { SelectInput } from '../form/inputs.tsx';
import { useText } from '../texts/use-text.ts';

const UserCreate = lazy(() => import('./user-create.tsx'));

interface Props {
  source: string;
  hint?: string | undefined;
  wide?: boolean;
  /** Whether it is settled already. */
  disabled?: boolean;
  onChosen?: (id: string) => void;
}

/** Which manager something belongs to, as an admin chooses; the first one can be added from here. */
export const ManagerInput = ({ source, hint, wide, disabled, onChosen }: Props) => {
  const text = useText();
  const managers = useManagers();
  return (
    <SelectInput
      source={source}
      label={text('users.form.manager')}
      hint={hint ?? (managers?.length === 0 ? text('users.form.noManagers') : undefined)}
      none={text('form.choose')}
      wide={wide ?? false}
      disabled={disabled ?? false}
      choices={managers ?? []}
      onChosen={onChosen}
      add={
        mayDo('users', 'create')
          ? { label: text('users.addManager'), form: (props) => <UserCreate {...props} role="manager" /> }
          : undefined
      }
    />
  );
};
