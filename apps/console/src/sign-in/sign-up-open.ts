/** Whether people may make an account for themselves; the gateway writes it into the page. */
export const isSignUpOpen = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="telemon-signup"]')?.content !== 'off';
