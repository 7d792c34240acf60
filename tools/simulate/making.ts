import type { Demo } from './demo-file.ts';
import type { Portal } from './portal.ts';

export interface Making {
  portal: Portal;
  demo: Demo;
  /** Saves the progress. */
  save: () => void;
}
