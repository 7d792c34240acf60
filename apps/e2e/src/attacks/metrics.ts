import type { RunningProduct } from '@telemon/testing/whole-product';

/** The value of a service's counter, 0 if it does not exist yet. */
export const counted = async (
  { addresses }: RunningProduct,
  app: string,
  name: string,
  labels: Record<string, string> = {},
): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${addresses.healthPorts[`${app}-health`]}/metrics`);
  const lines = (await response.text()).split('\n');
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = lines.find(
    (text) => text.startsWith(`${name}{`) && wanted.every((label) => text.includes(label)),
  );
  return Number(line?.split(' ').at(-1) ?? 0);
};
