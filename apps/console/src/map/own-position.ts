import { roundDegrees } from './round-degrees.ts';

const PATIENCE_MS = 10_000;

/**
 * Where this browser is, in degrees; null where the person says no, it doesn't know, or it tells nobody over plain HTTP.
 */
export const ownPosition = (): Promise<{ lat: number; lng: number } | null> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve(null);
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: roundDegrees(coords.latitude), lng: roundDegrees(coords.longitude) }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 60_000 },
    );
  });
