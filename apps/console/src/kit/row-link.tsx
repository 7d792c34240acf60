import { useRecordContext } from 'react-admin';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { ActionLink } from './action-button.tsx';
import type { IconName } from './icon.tsx';
import { useListPath } from './list-path.ts';

interface Props {
  icon: IconName;
  label: TextKey;
  /** The path segment below the record's, if it has one. */
  part?: string;
}

/** Links to a dialog about the row's record, at an address below the list's. */
export const RowLink = ({ icon, label, part }: Props) => {
  const { pathTo } = useListPath();
  const { id } = useRecordContext()!;
  return <ActionLink icon={icon} label={useText()(label)} to={pathTo(id, ...(part ? [part] : []))} />;
};
