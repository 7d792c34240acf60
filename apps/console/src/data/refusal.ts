/** A failed call of /v1. React-admin's forms read the invalid fields from `body.errors`. */
export class Refusal extends Error {
  readonly body: { errors?: Record<string, string> };

  constructor(
    message: string,
    /** The HTTP status; 0 without a response. */
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
/** The service's messages for invalid fields. */
export const fieldsOf = (error: unknown): Record<string, string> =>
  (error instanceof Refusal ? error.fields : undefined) ?? {};
