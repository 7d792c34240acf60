import { defineError } from '@telemon/platform/errors';

export const noFile = defineError('NoFile', 'not-found', () => 'There is no spreadsheet');
