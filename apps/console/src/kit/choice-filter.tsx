import { SelectInput } from 'react-admin';

/** The props that react-admin reads from a filter in a list's toolbar. */
export interface FilterProps {
  source: string;
  alwaysOn?: true;
}

interface Props {
  source: string;
  label: string;
  /** The choice of no filter. */
  all: string;
  choices: readonly { readonly id: string; readonly name: string }[];
}

/** Filters a list by one of some values. */
export const ChoiceFilter = ({ source, label, all, choices }: Props) => (
  <SelectInput
    source={source}
    label=""
    choices={[{ id: '', name: all }, ...choices]}
    translateChoice={false}
    // Without it, react-admin adds its own entry "Clear value".
    isRequired
    slotProps={{ select: { displayEmpty: true, 'aria-label': label } }}
  />
);
