import { fileURLToPath } from 'node:url';

/** The root of this checkout: three folders up from here, as source and as built. */
export const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
