import './words.ts';
import type { z } from 'zod';

/** A question that a service answers over NATS: its subject, and the schemas of question and answer. */
export interface Call<Request extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  /** `service.feature.verb`, also the NATS subject. */
  readonly subject: string;
  readonly request: Request;
  readonly answer: Answer;
  /** Timeout of the caller, ms, for answers that take longer than usual. */
  readonly answerWithinMs?: number;
  /** The call's answers may be larger than NATS messages usually are, and are compressed. */
  readonly isLarge?: boolean;
  /** The call's answers may be larger than any NATS message, and come as a file of JSON to the inbox of the caller. */
  readonly isStreamed?: boolean;
}

/** Declares a call; services, gateway, OpenAPI and console read the same declaration. */
export const call = <Request extends z.ZodType, Answer extends z.ZodType>(
  subject: string,
  request: Request,
  answer: Answer,
  traits: Pick<Call, 'answerWithinMs' | 'isLarge' | 'isStreamed'> = {},
): Call<Request, Answer> => ({ subject, request, answer, ...traits });

/** The validated request, as a service gets it. */
export type RequestOf<C extends Call> = z.output<C['request']>;
/** The request as the caller passes it, before defaults are filled in. */
export type QuestionOf<C extends Call> = z.input<C['request']>;
export type AnswerOf<C extends Call> = z.output<C['answer']>;
