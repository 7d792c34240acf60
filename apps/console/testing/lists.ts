import type { PageQuery } from '@telemon/contracts/page';

/** The page of rows for a list's query: only `q`, `limit` and `offset` are supported. */
export const pageOfRows = <Row extends object>(rows: readonly Row[], { limit, offset, q }: PageQuery) => {
  const found = rows.filter((row) =>
    Object.values(row).some((value) =>
      String(value)
        .toLowerCase()
        .includes((q ?? '').toLowerCase()),
    ),
  );
  return { rows: found.slice(offset, offset + limit), pagination: { totalCount: found.length } };
};
