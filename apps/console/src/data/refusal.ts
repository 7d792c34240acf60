/** A call that was not answered as hoped. `body.errors` is where react-admin's forms look for the fields at fault. */
export class Refusal extends Error {
  readonly body: { errors?: Record<string, string> };

  constructor(
    message: string,
    /** The HTTP status; 0 where nothing answered at all. */
    readonly status: number,
    readonly requestId: string | null = null,
    readonly fields: Record<string, string> | undefined = undefined,
    readonly retryAfterS: number | null = null,
  ) {
    super(message);
    this.name = 'Refusal';
    this.body = fields === undefined ? {} : { errors: fields };
  }
}

export const statusOf = (error: unknown): number => (error instanceof Refusal ? error.status : -1);
export const requestIdOf = (error: unknown): string | null =>
  error instanceof Refusal ? error.requestId : null;
/** What is wrong with the inputs, by field, where the service said. */
export const fieldsOf = (error: unknown): Record<string, string> =>
  (error instanceof Refusal ? error.fields : undefined) ?? {};
