/** @throws if there is no answer within `withinMs`. The client may leave a request without an answer and without an error. */
export const inTime = async <Answer>(answer: Promise<Answer>, withinMs: number): Promise<Answer> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Kafka did not answer in ${withinMs} ms`)), withinMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
