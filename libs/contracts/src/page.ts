import { z } from 'zod';
import { fromText } from './fields.ts';

/** Largest page of any list; a larger `limit` is taken as this. */
export const PAGE_LIMIT = 100;
/** Rows of a page where the caller names none. */
export const PAGE_DEFAULT = 10;

/** The query of every list. `q` is matched literally, never as a regular expression. */
export const PageQuery = z.strictObject({
  limit: fromText(z.int().min(1).default(PAGE_DEFAULT)).transform((limit) => Math.min(limit, PAGE_LIMIT)),
  offset: fromText(z.int().nonnegative().default(0)),
  sort: z.string().max(40).optional(),
  order: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['ASC', 'DESC']))
    .optional(),
  q: z.string().max(100).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;

export const Pagination = z.object({ totalCount: z.int() });

/** A page of rows under the name that the documents give the list. */
export const pageOf = <Name extends string, Row extends z.ZodType>(name: Name, row: Row) =>
  z.object({ [name]: z.array(row), pagination: Pagination } as { [K in Name]: z.ZodArray<Row> } & {
    pagination: typeof Pagination;
  });
