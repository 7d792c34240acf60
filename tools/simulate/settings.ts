import { z } from 'zod';

const port = z.coerce.number().int().min(1).max(65_535);

const Settings = z.object({
  /** on: a demo fleet in any case; auto: in an empty installation. */
  DEMO: z.enum(['on', 'off', 'auto']).default('auto'),
  GATEWAY_URL: z.url(),
  ADMIN_EMAIL: z.string(),
  ADMIN_PASSWORD: z.string(),
  MQTT_PORT: port,
  UDP_PORT: port,
  DATA_DIR: z.string(),
  NATS_URL: z.string(),
});
export type Settings = z.infer<typeof Settings>;

/** @throws Error with a line for each variable that is wrong. */
export const readSettings = (environment: Record<string, string | undefined>): Settings => {
  const { data, error } = Settings.safeParse(environment);
  if (data) return data;
  throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
};
