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
  /** The first page of a server without an account. */
  welcome: {
    title: 'Nestmark',
    line: 'Bookmarks on your own server. Links, notes, files and copies of pages, in collections inside collections.',
    parts: [
      'Save from any page, and find it again while you type.',
      'Share a collection by name, or with everyone.',
      'Take everything with you, at any time, in one file.',
    ],
    first: 'Create the first account',
    noneYet: 'Nobody has an account here yet.',
    help: 'How it works',
  },
  cookiesLabel: 'Cookies',
  cookies: 'By using Nestmark you accept cookies and local storage.',
}
