/** A composed notice, ready to be sent. */
export interface Message {
  /** Id of the notice; the same in every copy. */
  id: string;
  to: string;
  /** The MQTT topic to publish to; '' or absent in other channels. */
  topic?: string;
  subject: string;
  text: string;
  html: string;
  /** Address to which the provider reports whether an SMS was delivered; absent: it doesn't report. */
  reportTo?: string;
}

/** The result of handing a message to its provider. */
export type SendOutcome =
  | {
      kind: 'sent';
      /** Twilio's id of the copy. */
      sid?: string;
    }
  /** Permanent: every further attempt would be refused, too. */
  | { kind: 'refused'; reason: string }
  /** Temporary: to be retried. */
  | {
      kind: 'failed';
      reason: string;
      /** How long the provider asked to wait. */
      retryAfterMs?: number;
      /** True if it is unknown whether the provider accepted it. */
      mayHaveArrived: boolean;
      /** True if the provider put off this recipient alone: it takes the messages of others. */
      isOfRecipient?: boolean;
    };

/** How long a provider may take over one message, ms. */
export const SEND_TIMEOUT_MS = 40_000;

export abstract class NoticeSender {
  /** Never throws: an error is an outcome, too. */
  abstract send(message: Message): Promise<SendOutcome>;

  close(): void {}
}
