import type { Conditions } from '@telemon/contracts/devices/weather';
import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { type GridPoint, nameOf } from './grid-point.ts';
import type { OpenWeather } from './open-weather.ts';
import type { WeatherCopies } from './weather-copies.repository.ts';

/** The weather somewhere, and how long ago OpenWeather was asked, ms. */
export interface WeatherReport {
  readonly conditions: Conditions;
  readonly ageMs: number;
}

/** Asks OpenWeather unless another replica, or this one before its restart, did so lately. */
export class SharedWeather {
  /** @param everyMs A grid point is asked about this often at most, but for two replicas in the same moment. */
  constructor(
    private readonly copies: WeatherCopies,
    private readonly openWeather: OpenWeather,
    private readonly everyMs: number,
  ) {}

  /** @throws NoWeather */
  async at(point: GridPoint): Promise<WeatherReport> {
    const _id = nameOf(point);
    const copy = await this.copies.find(_id).catch(withoutCopy);
    const ageMs = copy && Math.max(0, Date.now() - copy.askedAt.getTime());
    if (copy && ageMs! < this.everyMs) return { conditions: copy.conditions, ageMs: ageMs! };
    const askedAt = new Date();
    const conditions = await this.openWeather.at(point);
    await this.copies.put({ _id, conditions, askedAt }).catch(withoutCopy);
    return { conditions, ageMs: 0 };
  }
}

/** Weather is told without the database, too. */
const withoutCopy = (error: unknown): null => {
  logger.warn({ reason: reasonOf(error) }, 'weather not shared with other replicas');
  return null;
};
