import './words.ts';
import type { z } from 'zod';

/** One question that a service answers over NATS: its subject, and the shapes of question and answer. */
export interface Call<Request extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  /** `service.feature.verb`, also the NATS subject. */
  readonly subject: string;
  readonly request: Request;
  readonly answer: Answer;
  /** How long the asker waits, ms, where an answer takes longer than usual. */
  readonly answerWithinMs?: number;
  /** Its answers may be larger than a message of NATS usually is, and travel compressed. */
  readonly isLarge?: boolean;
}

/** Declares a call; services, gateway, OpenAPI and console read the same declaration. */
export const call = <Request extends z.ZodType, Answer extends z.ZodType>(
  subject: string,
  request: Request,
  answer: Answer,
  traits: Pick<Call, 'answerWithinMs' | 'isLarge'> = {},
): Call<Request, Answer> => ({ subject, request, answer, ...traits });

/** What a service gets once the question is validated. */
export type RequestOf<C extends Call> = z.output<C['request']>;
/** What the asker hands over, before defaults are filled in. */
export type QuestionOf<C extends Call> = z.input<C['request']>;
export type AnswerOf<C extends Call> = z.output<C['answer']>;
