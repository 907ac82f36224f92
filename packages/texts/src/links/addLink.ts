/** Saving from outside the page: /add-link/, the bookmarklet, the installed app. */
export const addLinkTexts = {
  savedLine: 'This window closes automatically.',
  stays: 'You can close this tab now.',
  open: 'Open the link',
  dashboard: 'Go to dashboard',

  ways: 'Save from any page',
  waysLine: 'Save the page you are looking at without coming here first.',
  bookmarklet: 'In this browser',
  bookmarkletLine: 'Drag this button to your bookmarks bar. Press it on any page you want to save.',
  bookmarkletName: 'Save to Nestmark',
  bookmarkletPressed: 'Drag it to your bookmarks bar; it works on other pages',
  bookmarkletKeys: 'No bookmarks bar? Copy the address into a new bookmark.',
  copyAddress: 'Copy the address',
  copied: 'Address copied. Create a bookmark and paste it as its address.',
  app: 'On a phone, or as an app',
  appLine:
    'Install Nestmark from your browser’s menu. On Android it then appears in the share menu. On an iPhone, copy an address and paste it here.',
  install: 'Install the app',
  installed: 'Nestmark is installed',
}
