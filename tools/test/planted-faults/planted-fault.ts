/** A mistake that somebody could make, and the tests that must notice it. */
export interface PlantedFault {
  readonly name: string;
  readonly file: string;
  /** Code that stands in the file exactly once. */
  readonly right: string;
  readonly wrong: string;
  /** Words of the paths of the spec files. */
  readonly specs: readonly string[];
}
