import { SelectInput } from 'react-admin';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';

interface Props {
  source: string;
  /** React-admin reads it from a filter in a list's toolbar. */
  alwaysOn: true;
  label: TextKey;
  /** The choice of no filter. */
  all: TextKey;
  choices: readonly { readonly id: string; readonly name: TextKey }[];
}

/** Filters a list by one of some values. */
export const ChoiceFilter = ({ source, label, all, choices }: Props) => (
  <SelectInput
    source={source}
    label=""
    choices={[{ id: '', name: all }, ...choices]}
    // Without it, react-admin adds its own entry "Clear value".
    isRequired
    slotProps={{ select: { displayEmpty: true, 'aria-label': useText()(label) } }}
  />
);
