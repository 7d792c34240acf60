/** Whether a password and its repetition are two different ones; while either is empty, that can't be said yet. */
export const passwordsDiffer = (password: string, repeated: string): boolean =>
  password !== '' && repeated !== '' && password !== repeated;

/** The same of a repetition that is still being typed: whether no more typing could make it the password. */
export const passwordsPartWays = (password: string, repeated: string): boolean =>
  passwordsDiffer(password, repeated) && !password.startsWith(repeated);
