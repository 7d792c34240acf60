/** What a sender is given: a notice made into words. */
export interface Message {
  /** Of the notice; the same in every copy. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** What became of handing a message to its provider. */
export type Outcome =
  | { kind: 'sent' }
  /** Will be refused again however often it is tried. */
  | { kind: 'refused'; reason: string }
  /** Worth another try. */
  | {
      kind: 'failed';
      reason: string;
      /** How long the provider asked to wait. */
      retryAfterMs?: number;
      /** True where nobody knows whether the provider took it. */
      mayHaveArrived: boolean;
    };

/** How long a provider may take over one message, ms. */
export const SEND_TIMEOUT_MS = 40_000;

export abstract class Sender {
  /** Never throws: whatever happens is an outcome. */
  abstract send(message: Message): Promise<Outcome>;

  close(): void {}
}
