/** CSS pixels of each unit of length. */
const PX_OF: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};
/** A larger drawing is scaled down in proportion. */
const LONGEST_SIDE = 10_000;

const pixelsOf = (length: string | null): number | null => {
  const [, number, unit] = /^\s*(\d+(?:\.\d+)?(?:e\d{1,2})?)([a-z]*)\s*$/i.exec(length ?? '') ?? [];
  const px = unit === undefined ? undefined : PX_OF[unit.toLowerCase()];
  return number === undefined || px === undefined ? null : Number(number) * px;
};

/** Size of a drawing in pixels, from its root element; null if that gives no usable size. */
export const sizeOf = (root: {
  getAttribute(name: string): string | null;
}): { width: number; height: number; hasViewBox: boolean } | null => {
  const [, , boxWidth, boxHeight] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const hasViewBox = Number.isFinite(boxWidth) && Number.isFinite(boxHeight);
  const width = pixelsOf(root.getAttribute('width')) ?? boxWidth;
  const height = pixelsOf(root.getAttribute('height')) ?? boxHeight;
  if (width === undefined || height === undefined) return null;
  if (!Number.isFinite(width) || !Number.isFinite(height) || width <= 0 || height <= 0) return null;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  // A drawing that is scaled down needs a viewBox with its original size.
  if (scale < 1 && !hasViewBox) return null;
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    hasViewBox,
  };
};
