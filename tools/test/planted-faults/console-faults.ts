import type { PlantedFault } from './planted-fault.ts';

export const CONSOLE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a firing device is shown as normal',
    file: 'libs/contracts/src/devices/device-states.ts',
    right: 'if (status !== 0) return',
    wrong: 'if (status > 1) return',
    specs: ['libs/contracts/src/devices/'],
  },
  {
    name: 'a silent device is shown as normal',
    file: 'libs/contracts/src/devices/device-states.ts',
    right: "silentSince === null ? 'normal'",
    wrong: "silentSince !== '' ? 'normal'",
    specs: ['libs/contracts/src/devices/'],
  },
  {
    name: 'the console refuses the longest range',
    file: 'apps/console/src/device-page/range.ts',
    right: 'days > longestDays',
    wrong: 'days >= longestDays',
    specs: ['apps/console/src/device-page/'],
  },
  {
    name: 'a label of the console is changed',
    file: 'apps/console/src/texts/en/lists-and-forms.ts',
    right: "'Are You Sure ?'",
    wrong: "'Are you sure?'",
    specs: ['apps/console/src/texts/'],
  },
];
