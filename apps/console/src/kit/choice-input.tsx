import type { ReactElement } from 'react';
import {
  AutocompleteInput,
  ReferenceInput,
  useGetList,
  type AutocompleteInputProps,
  type RaRecord,
} from 'react-admin';
import { mayDo } from '../data/access.ts';
import { useText } from '../texts/use-text.ts';

type Of = Readonly<Record<string, string | null>>;
const isKnown = (of: Of | undefined) => Object.values(of ?? {}).every(Boolean);

/** A choice that is fixed is `readOnly`: the form leaves out the value of a disabled input. */
interface Props extends Omit<AutocompleteInputProps, 'source' | 'disabled'> {
  source: string;
  /** The resource to choose from: one that /v1 answers whole. */
  reference: string;
  /** The parameters in the path of its list, or fields of its rows: without them there is nothing to choose from yet. */
  of?: Of;
  /** The form that adds one, inside `AddHere`. */
  create?: ReactElement;
}

const ALL = 10_000;
const SORT = { field: 'id', order: 'DESC' } as const;

/** The records among which a `ChoiceInput` lets the user choose, by the same request; undefined until they are known. */
export const useChoices = <Row extends RaRecord>(reference: string, of?: Of) =>
  useGetList<Row>(
    reference,
    { pagination: { page: 1, perPage: ALL }, sort: SORT, filter: { ...of }, meta: of },
    { enabled: mayDo(reference, 'list') && isKnown(of) },
  ).data;

/** The id of the only record there is to choose; null where there are several or none, and until they are known. */
export const useOnlyChoice = (reference: string, of?: Of) => {
  const choices = useChoices(reference, of);
  return choices?.length === 1 ? String(choices[0]!.id) : null;
};

/** One record of another resource, found by typing. */
export const ChoiceInput = ({ source, reference, of, ...rest }: Props) => {
  const text = useText();
  return (
    <ReferenceInput
      // The choices of another parent are not shown until those of this one are there.
      key={JSON.stringify(of)}
      source={source}
      reference={reference}
      filter={of}
      perPage={ALL}
      sort={SORT}
      queryOptions={{ meta: of }}
      enableGetChoices={() => isKnown(of)}
    >
      <AutocompleteInput
        filterToQuery={(q: string) => ({ q })}
        noOptionsText="list.nothing"
        // With a text for what is typed, the entry that adds one could not be chosen before something is typed.
        createItemLabel={null as never}
        // Else the list opens again when the form that adds one gives the focus back.
        openOnFocus={false}
        forcePopupIcon
        disabled={!isKnown(of)}
        TextFieldProps={{ placeholder: text('form.choose') }}
        {...rest}
      />
    </ReferenceInput>
  );
};
