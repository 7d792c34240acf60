import { z } from 'zod';
import { UNREADABLE } from './errors.ts';
import { fromText } from './fields.ts';

/** Largest page of any list; a larger `limit` is taken as this. */
export const PAGE_LIMIT = 100;
/** Rows of a page without a `limit`. */
const PAGE_DEFAULT = 10;

/** The `limit` of a page that has this many rows without one. */
export const limitOf = (usual: number) =>
  fromText(z.int().min(1).default(usual)).transform((limit) => Math.min(limit, PAGE_LIMIT));

/** Rows to return. */
export const Page = z.strictObject({
  limit: limitOf(PAGE_DEFAULT),
  offset: fromText(z.int().nonnegative().default(0)),
});

/** A column that a list is sorted by. Any other is a 400, like an unknown field, not a 422. */
const columnOf = <Column extends string>(columns: readonly Column[]) =>
  z
    .string()
    .refine((name) => columns.some((column) => column === name), {
      error: `Should be one of ${columns.join(', ')}`,
      params: UNREADABLE,
    })
    .meta({ enum: columns }) as unknown as z.ZodType<Column, string>;

/** The query of a list that can be sorted by these columns. `q` is matched literally, never as a regular expression. */
export const pageQuery = <const Column extends string>(columns: readonly Column[]) =>
  Page.extend({
    sort: columnOf(columns).optional(),
    order: z
      .string()
      .toUpperCase()
      .pipe(z.enum(['ASC', 'DESC']))
      .optional(),
    q: z.string().max(100).optional(),
  });
export type PageQuery<Column extends string = string> = z.infer<ReturnType<typeof pageQuery<Column>>>;

export const Pagination = z.object({ totalCount: z.int() });

/** A page of rows under the name that the documents give the list. */
export const pageOf = <Name extends string, Row extends z.ZodType>(name: Name, row: Row) =>
  z.object({ [name]: z.array(row), pagination: Pagination } as { [K in Name]: z.ZodArray<Row> } & {
    pagination: typeof Pagination;
  });
