/** Sign-in, registration, forgotten passwords, profile. */
export const accounts = {
  account: {
    sendCode: 'Send the code',
    passwordHint: '8 to 42 characters.',
    noMatch: 'Password and Repeat Password should match!',
    contactHint: 'Begins with the country code.',
  },
  signIn: {
    headings: { LOGIN: 'Login', SIGNUP: 'Signup', VERIFY: 'Verify' },
    promise: 'Every reading kept. A word when one matters.',
    submit: 'Login',
    busy: 'Signing in',
    toSignUp: 'Signup?',
    toLogin: 'Sign In?',
    forgotten: 'Forgot Password?',
    untold:
      'You are signed out here. The server could not be told yet: leave this page open, and it is told as soon as it answers.',
  },
  signUp: {
    codeSent: 'It is on its way by SMS to +%{contact} and by mail to %{email}, and good for 10 minutes.',
    verify: 'Verify',
    back: 'Change the fields or send another code',
    done: 'Signup Success!',
  },
  reset: {
    heading: 'Reset password',
    how: 'A code comes by SMS and mail, if there is an account with this address.',
    codeSent: 'It is on its way by SMS and mail, and good for 10 minutes.',
    password: 'New Password',
    noMatch: 'Passwords must match',
    submit: 'Change Password',
    back: 'Change the email or send another code',
    toLogin: 'Login',
    done: 'Password Changed Successfully!',
  },
  profile: {
    menu: 'Profile',
    theme: { system: 'As the system', light: 'Light', dark: 'Dark' },
    edit: 'Edit Profile',
    saved: 'Profile update success',
    failed: 'Profile update failed',
  },
  sessions: {
    title: 'Where you are signed in',
    here: 'This browser',
    programOn: '%{program} on %{system}',
    unknown: 'Unknown program',
    used: 'used',
    more: 'and one more |||| and %{smart_count} more',
    endAll: 'Sign out everywhere',
    endWhat: 'Ends all of them within seconds, this one too.',
  },
} as const;
