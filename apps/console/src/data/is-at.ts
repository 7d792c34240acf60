/** Whether an address is a path or below it. Like routes, ignores case. */
export const isAt = (pathname: string, path: string): boolean =>
  `${pathname}/`.toLowerCase().startsWith(`${path}/`.toLowerCase());
