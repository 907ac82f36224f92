/** Signing in, signing out, and messages for visitors. */
export const sessionTexts = {
  expired: 'Token Expired. Please Login Again.',
  signingIn: 'Signing you in',
  leaving: 'Taking you to the sign-in page',
  logIn: 'Log in',
  register: 'Sign up',
  goToDashboard: 'Go to dashboard',
  /** The public header, for people who are signed in at the sign-in site. */
  enter: 'Go to Dashboard',
  getStarted: 'Get Started',
  frame: 'Sign-in state',
  continueAs: (name: string) => `Continue as ${name}?`,
  continueLine: 'A sign-in that this browser did not start brought you here.',
  replacesLine: (name: string) => `You are signed in as ${name} now; that session would end here.`,
  continue: 'Continue',
  notMe: 'No, this is not me',
  notStarted: 'This sign-in was not started here',
  notStartedLine:
    'The link that brought you here belongs to another browser or is too old. Please sign in again.',
  failed: 'You could not be signed in',
  cookiesLabel: 'Cookies',
  cookies: 'By using Nestmark you accept cookies and local storage.',
}
