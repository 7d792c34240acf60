import { Suspense, createContext, type ReactNode } from 'react';
import { useCreateSuggestionContext } from 'react-admin';

/** The field from which a form was opened, or the page below which it has no path of its own. */
interface Opener {
  /** Takes the new record as the choice. */
  onCreate: (record: object) => void;
  onCancel: () => void;
  /** Whether the form is open at an address with this query; only of a page. */
  isOpenAt?: (search: URLSearchParams) => boolean;
}

/** Null on a form that has its own address. */
export const OpenerContext = createContext<Opener | null>(null);

/**
 * Wraps a form that an input opens with `create`, to add a choice without leaving the input's form: `<AutocompleteInput
 * create={<AddHere><LocationCreate /></AddHere>} createLabel="resources.location.action.create" />`.
 */
export const AddHere = ({ children }: { children: ReactNode }) => (
  <OpenerContext value={useCreateSuggestionContext()}>
    <Suspense fallback={null}>{children}</Suspense>
  </OpenerContext>
);
