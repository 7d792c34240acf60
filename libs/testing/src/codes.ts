/** A one-time code other than this one; `by` distinguishes several. */
export const otherThan = (code: string, by = 1): string =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0');
