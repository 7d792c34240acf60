import type { RunningProduct } from '@telemon/testing/whole-product';

/** What a service has counted so far; 0 where it has counted nothing of it yet. */
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
