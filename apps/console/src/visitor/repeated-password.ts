/** Whether a password and its repetition differ; false while either is empty. */
export const passwordsDiffer = (password: string, repeated: string): boolean =>
  password !== '' && repeated !== '' && password !== repeated;

/** While the repetition is typed: whether it can no longer become the password. */
export const passwordsDiverge = (password: string, repeated: string): boolean =>
  passwordsDiffer(password, repeated) && !password.startsWith(repeated);
