import { OTHER_ROUTES, ROUTES } from '@telemon/contracts/routes';
import { type AccessRow, type Principal, outcomeOf, principalsOf } from '@telemon/testing/access-table';

type Rows = Readonly<Record<string, AccessRow>>;

/** A user's flag has no column of its own: few rows name one. */
const principals = principalsOf({ who: 'AMS' });

const cell = (route: AccessRow, principal: Principal): string => {
  const { flag, ...withoutFlag } = route;
  const without = outcomeOf(route, principal);
  const having = outcomeOf(withoutFlag, principal);
  return without === having ? String(without) : `${without}; with ${flag}: ${having}`;
};

const row = ([name, route]: [string, Rows[string]]): string => {
  const cells = [`\`${name}\``, ...principals.map((principal) => cell(route, principal))];
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
    'in OpenAPI, the console and the tests use the same table. A gateway with a route outside the table does not start.',
    '',
    'A scoped list has all data for an admin, their own data for a manager, and the data assigned to them for an assistant. A call that the',
    'role may not make answers 403. A call for other data answers 404, exactly like a call for data that does not exist. Some calls also need a',
    'right, such as `mqttAdmin`. An admin gives a right to single users, and has every right. A cell such as `403; with mqttAdmin: allowed` says',
    'what callers without and with the right get.',
    '',
    '## Calls of /v1',
    '',
    ...table(ROUTES),
    '',
    '## Other routes',
    '',
    ...table(OTHER_ROUTES),
    '',
  ].join('\n');
