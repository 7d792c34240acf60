/** Whether an address is a path's or below it. Routes don't tell capital letters from others. */
export const isAt = (pathname: string, path: string): boolean =>
  `${pathname}/`.toLowerCase().startsWith(`${path}/`.toLowerCase());
