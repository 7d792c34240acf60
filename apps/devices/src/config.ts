import { KafkaVariables, MongoVariables, ServiceVariables, count } from '@telemon/platform/config';
import { SecretKey } from '@telemon/platform/secret-key';
import { z } from 'zod';

export const DevicesVariables = ServiceVariables.extend(MongoVariables.shape)
  .extend(KafkaVariables.shape)
  .extend({
    /** The keys that devices sign datagrams with are derived from it: 32 random bytes in base64, the same for udp-router. */
    UDP_KEY_SECRET: SecretKey,
    /** The key of an OpenWeather account; without it, no device has weather. */
    OPENWEATHER_KEY: z.string().optional(),
    /** Base address of OpenWeather's API, or of a server that replaces it. */
    OPENWEATHER_URL: z
      .string()
      .regex(/^https?:\/\/[^\s/?#]+[^\s?#]*$/, 'should be an address such as https://api.openweathermap.org')
      .default('https://api.openweathermap.org'),
    /** Whole days, besides today, whose readings are kept; older ones are removed for ever. Without it, all are kept. */
    READINGS_KEPT_DAYS: z.coerce.number().int().min(2).max(36_500).optional(),
    /** Days for which the images of devices are kept. Without it, all are kept. */
    IMAGES_KEPT_DAYS: count(36_500).optional(),
  });
export type DevicesVariables = z.infer<typeof DevicesVariables>;
