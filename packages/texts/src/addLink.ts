/** Saving from outside the page: /add-link/, the bookmarklet, the installed app. */
export const addLinkTexts = {
  page: 'Add Link',
  savedLine: 'This window closes automatically.',
  stays: 'You can close this tab now.',
  open: 'Open the link',
  dashboard: 'Go to dashboard',

  ways: 'Save from any page',
  waysLine: 'Save the page you are looking at without coming here first.',
  bookmarklet: 'In this browser',
  bookmarkletLine: 'Drag this button to your bookmarks bar. On a page that is worth keeping, press it.',
  bookmarkletName: 'Save to Nestmark',
  bookmarkletPressed: 'Drag it to your bookmarks bar; it works on other pages',
  bookmarkletKeys: 'No bookmarks bar, or no pointer? Copy its address into a new bookmark.',
  copyAddress: 'Copy its address',
  copied: 'The address was copied. Make a bookmark and put it in place of its address.',
  copyFailed: 'The browser did not let the address be copied',
  app: 'On a phone, or as an app',
  appLine: 'Install Nestmark from your browser’s menu. It then appears in the share menu of your phone.',
  install: 'Install the app',
  installed: 'Nestmark is installed',
}
