import type { RaRecord } from 'react-admin';
import type { FieldErrors, FieldValues, Resolver, ResolverResult } from 'react-hook-form';
import type { z } from 'zod';
import type { Text } from '../texts/use-text.ts';
import { faultsBy, nested } from './faults-by.ts';

/** The contract that judges a form, and the request it judges. */
export interface Judge<Values extends FieldValues> {
  /** The contract by which the service judges it. */
  schema: z.ZodType | ((record: RaRecord | undefined) => z.ZodType);
  /** The typed values as they are sent, where that differs. The record is the one that is changed. */
  toSend?: ((values: Values, record: RaRecord | undefined) => object) | undefined;
  /** Faults of the typed values that the contract cannot see, by the path of each field. */
  alsoWrong?: ((values: Values, record: RaRecord | undefined) => Record<string, string>) | undefined;
}

type Faults = { [name: string]: string | Faults | undefined };

const asFieldErrors = (faults: Faults): FieldErrors =>
  Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [
      name,
      typeof fault === 'object' ? asFieldErrors(fault) : { type: 'contract', message: fault },
    ]),
  );

/** Judges a form by the contract of its call, in the console's words. */
export const contractResolver = <Values extends FieldValues>(
  { schema, toSend, alsoWrong }: Judge<Values>,
  record: RaRecord | undefined,
  text: Text,
): Resolver<Values> => {
  const faultsOf = faultsBy(typeof schema === 'function' ? schema(record) : schema, text);
  return (values): ResolverResult<Values> => {
    const faults = { ...faultsOf(toSend ? toSend(values, record) : values), ...alsoWrong?.(values, record) };
    return Object.keys(faults).length === 0
      ? { values, errors: {} }
      : { values: {}, errors: asFieldErrors(nested(faults)) as FieldErrors<Values> };
  };
};
