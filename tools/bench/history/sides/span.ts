/** The history: of all devices, from an instant to before another, both at the begin of an hour. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly names: readonly string[];
  /** In the order of the names. */
  readonly keys: readonly number[];
}
