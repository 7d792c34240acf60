import { fileURLToPath } from 'node:url';
import { ComparedPackages } from '../../compared-packages.ts';

export const comparatorPackages = new ComparedPackages({
  sources: fileURLToPath(new URL('../comparators', import.meta.url)),
  name: 'comparators',
  project: 'naive-nest',
  programs: ['main.mts'],
});
