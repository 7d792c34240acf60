import { FieldTitle, SelectInput, useResourceContext, type SelectInputProps } from 'react-admin';
import type { en } from '../texts/en.ts';
import { useText } from '../texts/use-text.ts';

type Enumerated = typeof en.enumerated;
/** The values of a contract's schema, whose texts have this name. */
type OfContract = {
  [Words in keyof Enumerated]: { words: Words; options: readonly (keyof Enumerated[Words])[] };
}[keyof Enumerated];
interface Named {
  words?: never;
  options: readonly { id: string | number; name: string }[];
}

type Props = Omit<SelectInputProps, 'source' | 'choices' | 'label'> & {
  source: string;
  label?: string;
} & (OfContract | Named);

/**
 * A choice of one value that is always set: react-admin's `SelectInput` without its empty entry and without the asterisk of a
 * required field.
 */
export const EnumInput = ({ source, words, options, label, ...rest }: Props) => {
  const text = useText();
  const choices =
    words === undefined
      ? [...options]
      : options.map((id) => ({
          id,
          name: text(`enumerated.${words}.${id}` as 'enumerated.valueType.Current'),
        }));
  return (
    <SelectInput
      source={source}
      label={<FieldTitle source={source} label={label} resource={useResourceContext()} />}
      choices={choices}
      translateChoice={false}
      isRequired
      {...rest}
    />
  );
};
