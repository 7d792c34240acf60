// `npm run drill -- NAME` and `npm run drills`: cause faults in a running Telemon, and count the effects.
import { parseArgs } from 'node:util';
import { inOneLine, Problem } from '../servers/problem.ts';
import { DRILLS } from './catalogue.ts';
import { DrillRun } from './drill-run.ts';

const NAMES = DRILLS.map(({ name }) => name);
const HELP = `npm run drill -- NAME [options], or npm run drills for all
  NAME          ${NAMES.join(', ')}
  --seed N      repeats the random choices of the run that printed this seed
  --short       the short form, which npm test runs on an installation that several drills share; here it has its own
  --no-write    leaves docs/reliability.md as it is`;

const LARGEST_SEED = 2 ** 31;

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      allowNegative: true,
      options: {
        all: { type: 'boolean', default: false },
        seed: { type: 'string' },
        short: { type: 'boolean', default: false },
        long: { type: 'boolean', default: false },
        write: { type: 'boolean', default: true },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const unknown = positionals.find((name) => !NAMES.includes(name));
    if (unknown !== undefined) throw new Problem(`There is no drill ${unknown}.\n${HELP}`);
    const seed = values.seed === undefined ? Math.floor(Math.random() * LARGEST_SEED) : Number(values.seed);
    if (!Number.isSafeInteger(seed)) throw new Problem('--seed takes a whole number');
    return { ...values, seed, names: values.all ? NAMES : positionals };
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(`${inOneLine(error)}\n${HELP}`);
  }
}

async function main(): Promise<number> {
  const { names, seed, short, write, help } = readArguments(process.argv.slice(2));
  if (help || names.length === 0) {
    console.log(HELP);
    return help ? 0 : 1;
  }
  const run = new DrillRun({ form: short ? 'short' : 'long', seed, keeps: write && !short });
  const wanted = DRILLS.filter(({ name }) => names.includes(name));
  // Drills that measure durations run first, alone, so that their failures are known before the long ones begin.
  await run.runInTurn(wanted.filter(({ mostlyWaits }) => !mostlyWaits || short));
  await run.runAtOnce(wanted.filter(({ mostlyWaits }) => mostlyWaits && !short));
  const { passed, failed } = run;
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Problem ? error.message : error);
    process.exit(1);
  },
);
