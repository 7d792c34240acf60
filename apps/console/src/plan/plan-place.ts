/** Width and height, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A device's place on a plan: percent of its width from the left, and of its height from the top. */
export interface PlanPlace {
  xValue: number;
  yValue: number;
}

/** A place as map coordinates in plan pixels: latitudes grow upwards, a picture's rows downwards. */
export const pointOf = (
  { xValue, yValue }: PlanPlace,
  { width, height }: Size,
): [lat: number, lng: number] => [-(yValue / 100) * height, (xValue / 100) * width];

const asShare = (part: number, whole: number) =>
  Math.round(Math.min(100, Math.max(0, (part / whole) * 100)) * 100) / 100;

/** The place at a point, to a hundredth of a percent; a point outside the plan is moved to its edge. */
export const placeAt = ({ lat, lng }: { lat: number; lng: number }, { width, height }: Size): PlanPlace => ({
  xValue: asShare(lng, width),
  yValue: asShare(-lat, height),
});

/** How far an arrow key moves a place, in percent: with Shift, and without. */
const STRIDE = 5;
const STEP = 0.5;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The place after a key press; null for other keys. */
export const placeAfterKey = (
  { xValue, yValue }: PlanPlace,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): PlanPlace | null => {
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const far = shiftKey ? STRIDE : STEP;
  return { xValue: asShare(xValue + arrow[0] * far, 100), yValue: asShare(yValue + arrow[1] * far, 100) };
};

/** The place in two form fields; null while one is invalid or empty. */
export const placeIn = (xValue: unknown, yValue: unknown): PlanPlace | null => {
  const isShare = (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && value <= 100;
  return isShare(xValue) && isShare(yValue) ? { xValue, yValue } : null;
};
