import { canKeep, freePort } from '../../libs/testing/src/free-ports.ts';

/**
 * A loopback port for each name, which no other caller gets while this process lives. A kept port stays unless it is taken
 * or refused.
 */
export async function choosePorts<Name extends string>(
  names: readonly Name[],
  kept: Readonly<Record<string, number | undefined>> = {},
  refused: readonly (number | undefined)[] = [],
): Promise<Record<Name, number>> {
  const chosen = new Map<Name, number>();
  const isOut = (port: number) => refused.includes(port) || [...chosen.values()].includes(port);
  for (const name of names) {
    const before = kept[name];
    let port = before !== undefined && !isOut(before) && (await canKeep(before)) ? before : undefined;
    while (port === undefined || isOut(port)) port = await freePort();
    chosen.set(name, port);
  }
  return Object.fromEntries(chosen) as Record<Name, number>;
}
