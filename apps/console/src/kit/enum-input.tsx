import { FieldTitle, SelectInput, useResourceContext, type SelectInputProps } from 'react-admin';

interface Props extends Omit<SelectInputProps, 'source' | 'choices' | 'label'> {
  source: string;
  /** The values of the contract, or choices with words of their own for them. */
  options: readonly (string | { id: string | number; name: string })[];
  label?: string;
}

/**
 * One of a few values, of which one is always chosen: react-admin's `SelectInput` without its entry for none, and
 * without the asterisk that goes with that.
 */
export const EnumInput = ({ source, options, label, ...rest }: Props) => (
  <SelectInput
    source={source}
    label={<FieldTitle source={source} label={label} resource={useResourceContext()} />}
    choices={options.map((option) => (typeof option === 'string' ? { id: option, name: option } : option))}
    translateChoice={false}
    isRequired
    {...rest}
  />
);
