/** Signing in, signing out, and messages for visitors. */
export const sessionTexts = {
  deleted: 'Your account is deleted',
  expired: 'Token Expired. Please Login Again.',
  signingIn: 'Signing you in',
  leaving: 'Taking you to the login page',
  logIn: 'Log in',
  register: 'Sign up',
  goToDashboard: 'Go to dashboard',
  /** The public header, for people who are signed in at the sign-in site. */
  enter: 'Go to Dashboard',
  /** A page that visitors cannot see, for the same people. */
  openSignedIn: 'Open with your account',
  getStarted: 'Get Started',
  frame: 'Login state',
  continueAs: (name: string) => `Continue as ${name}?`,
  continueLine: 'You came here through a login that this browser didn’t start.',
  replacesLine: (name: string) => `You are logged in as ${name}. That session would end here.`,
  continue: 'Continue',
  notMe: 'No, this isn’t me',
  notStarted: 'This login wasn’t started here',
  notStartedLine: 'This link belongs to another browser or has expired. Please log in again.',
  failed: 'Couldn’t log you in',
  cookiesLabel: 'Cookies',
  cookies: 'By using Nestmark you accept cookies and local storage.',
}
