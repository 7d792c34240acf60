import { type Figure, figureOf } from '../figures.ts';
import { shown, table, thousands } from '../tables.ts';
import {
  batchedMultiple,
  cpuIn,
  type FigureIn,
  highestMultiple,
  multipleOf,
  ratesOf,
  type Results,
  type SideResults,
  sideOf,
} from './results.ts';

export const NOT_MEASURED = 'not measured';

/** A figure with one decimal below ten. */
const short = (value: number): string => (value < 10 ? value.toFixed(1) : thousands(value));
const multiple = (value: number): string => `${value.toFixed(2)}×`;

/** A highest rate; 0 if none was held. */
export const rateHeld = (value: number): string => (value === 0 ? 'none held' : thousands(value));

const cell = (figure: Figure, show: (value: number) => string): string =>
  Number.isNaN(figure.median) ? NOT_MEASURED : shown(figure, show);

const overRounds = ({ rounds }: SideResults, of: FigureIn): Figure =>
  figureOf(rounds.map(of).filter((value) => typeof value === 'number' && !Number.isNaN(value)) as number[]);

/** Telemon's figures and bare's; the multiples are of the same round. */
export function besideBare(results: Results): string {
  const [telemon, bare] = [sideOf(results, 'telemon')!, sideOf(results, 'bare')!];
  const { seconds } = results.options;
  const row = (what: string, of: FigureIn, show = short, ratio = multipleOf(results, 'bare', of)) => [
    what,
    cell(overRounds(telemon, of), show),
    cell(overRounds(bare, of), show),
    cell(ratio, multiple),
  ];
  const cpuRows = [1, 10].flatMap((readingsPerPublish) => {
    const rates = new Set(ratesOf(bare, seconds, readingsPerPublish));
    return ratesOf(telemon, seconds, readingsPerPublish)
      .filter((rate) => rates.has(rate))
      .map((rate) =>
        row(
          `CPU-µs per reading at ${thousands(rate)}/s${readingsPerPublish > 1 ? `, ${readingsPerPublish} a publish` : ''}`,
          cpuIn(rate, seconds, readingsPerPublish),
        ),
      );
  });
  return table(
    ['', 'Telemon', 'bare', 'Telemon is'],
    [
      row(
        'highest rate held, readings/s',
        ({ highest }) => highest,
        rateHeld,
        highestMultiple(results, 'bare'),
      ),
      row(
        'the same, ten readings a publish',
        ({ highestBatched }) => highestBatched,
        rateHeld,
        batchedMultiple(results),
      ),
      ...cpuRows,
      [
        'of these, for sealing later',
        cell(
          overRounds(telemon, ({ sealing }) => sealing?.cpuUsPerReading),
          short,
        ),
        '–',
        '',
      ],
      row('idle, CPU, % of the machine', ({ idle }) => idle.cpuShare),
      row(
        'all devices breach in one second: the last alert decided, ms',
        ({ storm }) => storm?.alerts?.toDecided.max,
      ),
    ],
  );
}
