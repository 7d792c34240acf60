/** Gives the browser of a spec another time zone. The texts of times keep the zone in which the first of them was written. */
export const { setTimeZone } = globalThis as unknown as { setTimeZone: (zone: string) => void };
