import { exportsUnderWaySentence } from '@telemon/contracts/reporting/exports';
import { defineError } from '@telemon/platform/errors';

export const exportsUnderWay = defineError('ExportsUnderWay', 'limited', exportsUnderWaySentence);
