import type { Route } from '@telemon/contracts/route';
import { OTHER_ROUTES, ROUTES } from '@telemon/contracts/routes';
import { PLANNED, PRINCIPALS, type Principal, outcomeOf } from '@telemon/testing/access-table';

type Rows = Readonly<Record<string, Pick<Route, 'who' | 'of'>>>;

const principals = Object.keys(PRINCIPALS) as Principal[];

const row = ([name, route]: [string, Rows[string]]): string => {
  const cells = [`\`${name}\``, ...principals.map((principal) => outcomeOf(route, principal))];
  return `| ${cells.join(' | ')} |`;
};
const table = (rows: Rows): string[] => [
  `| call | ${principals.join(' | ')} |`,
  `| ${Array.from({ length: principals.length + 1 }, () => '---').join(' | ')} |`,
  ...Object.entries(rows).map(row),
];

/** The whole of docs/access.md, from the access table. */
export const accessPage = (): string =>
  [
    '# Access',
    '',
    'Generated from the access table, `libs/contracts/src/routes.ts`, by `node tools/checks/write.ts`. The gateway’s guards, `x-access`',
    'in OpenAPI, the console and the tests use the same table; a gateway with a route outside the table does not start.',
    '',
    'Lists are scoped: an admin sees everything, a manager their own data, an assistant the data assigned to them. A call for another',
    'user’s data answers 404, exactly like a call for data that does not exist.',
    '',
    '## Calls of /v1',
    '',
    ...table(ROUTES),
    '',
    '## Not built yet',
    '',
    'These calls are reserved; they answer 404 to everyone.',
    '',
    ...table(PLANNED),
    '',
    '## Other routes',
    '',
    ...table(OTHER_ROUTES),
    '',
  ].join('\n');
