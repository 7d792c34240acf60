import { defineError } from '@telemon/platform/errors';

export const fileNotFound = defineError('FileNotFound', 'not-found', () => 'There is no such file');
