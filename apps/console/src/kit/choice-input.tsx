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
import { AddHere } from './add-here.tsx';

type Of = Readonly<Record<string, string | null>>;
const isKnown = (of: Of | undefined) => Object.values(of ?? {}).every(Boolean);

/** Use `readOnly` for a fixed choice: the form omits the value of a disabled input. */
interface Props extends Omit<AutocompleteInputProps, 'source' | 'disabled'> {
  source: string;
  /** The resource of the choices; /v1 must list it without pages. */
  reference: string;
  /** Path parameters of the list request, or a filter by row fields; the input is disabled while one is empty. */
  of?: Of;
  /** The form that adds a choice. */
  create?: ReactElement;
}

const ALL = 10_000;
const SORT = { field: 'id', order: 'DESC' } as const;

/** The choices of a `ChoiceInput`, by the same (cached) request; undefined while loading. */
export const useChoices = <Row extends RaRecord>(reference: string, of?: Of) =>
  useGetList<Row>(
    reference,
    { pagination: { page: 1, perPage: ALL }, sort: SORT, filter: { ...of }, meta: of },
    { enabled: mayDo(reference, 'list') && isKnown(of) },
  ).data;

/** The id of the only choice; null while loading or when there are none or several. */
export const useOnlyChoice = (reference: string, of?: Of) => {
  const choices = useChoices(reference, of);
  return choices?.length === 1 ? String(choices[0]!.id) : null;
};

/** Selects a record of another resource, with a search field. */
export const ChoiceInput = ({ source, reference, of, create, ...rest }: Props) => {
  const text = useText();
  return (
    <ReferenceInput
      // Remounts for another parent, so that its choices never appear under this one.
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
        // With a label for the typed text, the entry that adds a choice is disabled until the user types.
        createItemLabel={null as never}
        // Otherwise the list reopens when the form that adds a choice returns the focus.
        openOnFocus={false}
        forcePopupIcon
        disabled={!isKnown(of)}
        TextFieldProps={{ placeholder: text('form.choose') }}
        {...(create && { create: <AddHere>{create}</AddHere> })}
        {...rest}
      />
    </ReferenceInput>
  );
};
