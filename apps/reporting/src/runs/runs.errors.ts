import { defineError } from '@telemon/platform/errors';

export const runNotFound = defineError('ReportNotFound', 'not-found', () => 'There is no such report');
