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
    '# Who may what',
    '',
    'Made from the access table, `libs/contracts/src/routes.ts`, by `node tools/checks/write.ts`. The gateway’s guards, `x-access` in',
    'OpenAPI, what the console offers and the tests read the same table; a route that is not in it does not start.',
    '',
    'A list is scoped: an admin sees all, a manager what they own, an assistant what is assigned to them. What is somebody else’s',
    'answers 404, exactly as what does not exist.',
    '',
    '## Calls of /v1',
    '',
    ...table(ROUTES),
    '',
    '## Not built yet',
    '',
    'Their place in the table is taken; they answer 404 to everybody.',
    '',
    ...table(PLANNED),
    '',
    '## Besides',
    '',
    ...table(OTHER_ROUTES),
    '',
  ].join('\n');
