import { FieldTitle, SelectInput, useResourceContext, type SelectInputProps } from 'react-admin';

interface Props extends Omit<SelectInputProps, 'source' | 'choices' | 'label'> {
  source: string;
  /** The schema's values, or choices with their own labels. */
  options: readonly (string | { id: string | number; name: string })[];
  label?: string;
}

/**
 * A choice of one value that is always set: react-admin's `SelectInput` without its empty entry and without the asterisk of a
 * required field.
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
