import { Box, ButtonBase } from '@mui/material';
import type { SensorOption } from '@telemon/contracts/devices/dashboards';
import { nameAndUnit } from '../../texts/units.ts';
import { useText } from '../../texts/use-text.ts';
import { useDeviceAddress } from '../use-device-address.ts';
import type { Part } from '../view.ts';
import { ChartMark } from './chart-mark.tsx';
import { colourOf } from './curve.ts';

const LEGEND = {
  display: 'flex',
  flexWrap: 'wrap',
  order: 1,
  flexBasis: '100%',
  gap: '2px 4px',
  ml: -0.75,
  color: 'text.secondary',
  fontSize: 12,
  '& button': { gap: 0.75, px: 0.75, minHeight: 28, borderRadius: 1, font: 'inherit' },
  '& button:hover': { bgcolor: 'var(--hover)' },
  '& button:focus-visible': { outline: '2px solid var(--focus)' },
  '& button[aria-pressed=false]': { textDecoration: 'line-through', '& > span': { opacity: 0.35 } },
  '& button.also[aria-pressed=false]': { textDecoration: 'none' },
};

interface Props {
  /** The series that can be shown or hidden. */
  parts: readonly Part[];
  sensors: readonly SensorOption[];
  /** The chosen sensor. */
  sensor: string;
}

/** Shows and hides series, and adds the device's other sensors to the chart. */
export const Legend = ({ parts, sensors, sensor }: Props) => {
  const text = useText();
  const { view, look } = useDeviceAddress();
  const { hidden, also } = view;
  const switched = <Name extends string>(names: readonly Name[], name: Name) =>
    names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
  return (
    <Box component="ul" sx={LEGEND} aria-label={text('chart.legend')}>
      {parts.map((part) => (
        <li key={part}>
          <ButtonBase
            aria-pressed={!hidden.includes(part)}
            onClick={() => look({ hidden: switched(hidden, part) }, true)}
          >
            <ChartMark series={part} width={part === 'rain' ? 9 : 16} height={9} />
            {text(`chart.${part}`)}
          </ButtonBase>
        </li>
      ))}
      {sensors
        .filter(({ option }) => option !== sensor)
        .map(({ option, sensorName }) => {
          const place = also.indexOf(option);
          const { name } = nameAndUnit(sensorName);
          return (
            <li key={option}>
              <ButtonBase
                className="also"
                aria-pressed={place >= 0}
                title={text(place >= 0 ? 'chart.without' : 'chart.with', { sensor: name })}
                onClick={() => look({ also: switched(also, option) }, true)}
              >
                <Box
                  component="span"
                  sx={{
                    width: 16,
                    borderTop: '2px solid',
                    borderColor: colourOf(place < 0 ? also.length + 1 : place + 1),
                  }}
                />
                {place >= 0 ? name : `+ ${name}`}
              </ButtonBase>
            </li>
          );
        })}
    </Box>
  );
};
