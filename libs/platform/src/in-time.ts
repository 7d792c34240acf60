/** @param whose Begins the error's sentence. @throws if there is no answer within `withinMs` */
export const inTime = async <Answer>(
  answer: Promise<Answer> | Answer,
  withinMs: number,
  whose: string,
): Promise<Answer> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`${whose} did not answer in ${withinMs} ms`)),
    withinMs,
  );
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
