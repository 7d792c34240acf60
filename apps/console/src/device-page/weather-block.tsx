import { Box, Skeleton } from '@mui/material';
import type { Weather } from '@telemon/contracts/devices/weather';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { Icon } from '../kit/icon.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useNow } from '../live/clock.ts';
import { formatTenths, formatValue } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import { Fact, Measured } from './panel.tsx';
import { useWeather } from './use-weather.ts';
import { weatherIconOf } from './weather.ts';

/** The age is shown if it is older, ms. */
const OLD_MS = 20 * MINUTE_MS;

const BLOCK = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  width: '100%',
  minHeight: 24,
  fontVariantNumeric: 'tabular-nums',
  '& h2': { fontSize: 'inherit', fontWeight: 400, color: 'var(--text-faint)' },
  '& svg': { flex: 'none', color: 'text.secondary' },
  '& p, & dl > div': { display: 'flex', alignItems: 'center', gap: 0.75, m: 0 },
  // Its values flow with the condition, also on a phone.
  '& dl': { display: 'contents' },
  '& dt': { color: 'var(--text-faint)' },
  '& dd': { m: 0 },
};

const Conditions = ({ weather }: { weather: Weather }) => {
  const text = useText();
  const now = useNow(60_000);
  const { id, main, temperature, windSpeed, precipitation, city, country, asOf } = weather;
  // Status `known` has all values.
  if (id === null || main === null || temperature === null || windSpeed === null || asOf === null)
    return null;
  const place = [city, country].filter(Boolean).join(', ');
  return (
    <>
      <p>
        <Icon name={weatherIconOf(id)} size={22} />
        <span>{text(`device.weather.words.${main as 'Rain'}`, { _: main })}</span>
      </p>
      <dl>
        <Fact name={text('device.weather.temperature')} isHidden>
          <strong>
            <Measured value={formatTenths(temperature)} unit="°C" />
          </strong>
        </Fact>
        <Fact name={text('device.weather.wind')}>
          <Measured value={formatTenths(windSpeed)} unit="m/s" />
        </Fact>
        <Fact name={text('device.weather.precipitation')}>
          <Measured value={formatValue(precipitation ?? 0)} unit="%" />
        </Fact>
        {place !== '' && (
          <Fact name={text('device.weather.place')} isHidden>
            {place}
          </Fact>
        )}
      </dl>
      {now - Date.parse(asOf) > OLD_MS && (
        <span className="quiet">
          <TimeAgo at={asOf} />
        </span>
      )}
    </>
  );
};

interface Props {
  deviceName: string;
  told: Weather;
  toldAt: number;
}

/** The weather at the device, if it is enabled and available; it loads after the page. */
export const WeatherBlock = ({ deviceName, told, toldAt }: Props) => {
  const text = useText();
  const weather = useWeather(deviceName, told, toldAt);
  if (!weather.enabled) return null;
  return (
    <Box component="section" aria-labelledby="weather" aria-busy={weather.status === 'pending'} sx={BLOCK}>
      <h2 id="weather">{text('device.weather.title')}</h2>
      {weather.status === 'pending' && <Skeleton width="min(360px, 60%)" height={24} />}
      {weather.status === 'unavailable' && (
        <span className="quiet">{text('device.weather.unavailable')}</span>
      )}
      {weather.status === 'known' && <Conditions weather={weather} />}
    </Box>
  );
};
