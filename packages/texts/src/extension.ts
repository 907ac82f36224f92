import { quoted } from './quoted.ts'

/** The page on which a person connects the browser extension. */
export const connectPageTexts = {
  title: 'Connect the extension',
  ask: (name: string) => `Connect ${name}?`,
  askLine: (email: string | undefined) =>
    `The extension can read and change your links${email ? ` as ${email}` : ''}. It can’t change your account, your keys or your sharing. You can end this at any time in the settings.`,
  connect: 'Connect',
  cancel: 'Cancel',
  allowed: 'Allowed',
  allowedLine: 'The extension is connecting. If nothing happens, start again from the extension.',
  incomplete: 'This connection is incomplete',
  incompleteLine: 'Start it from the extension: choose Connect there.',
  toDashboard: 'Go to dashboard',
}

/** Why the extension's server cannot do something, each in one sentence. */
export const problemTexts = {
  away: 'Your server can’t be reached now. Everything is saved here and sent later.',
  ended: 'The connection has ended. Connect again; nothing is lost.',
  tooOld: 'Your server is too old for this. It’s saved here until the server is updated.',
  full: 'This device has no room for it. Nothing was saved.',
  noAnswer: 'The extension didn’t answer. Please try again.',
}

/** The connection in the settings of the extension. */
export const connectTexts = {
  notConnected: 'Not connected yet',
  line: 'One click, no password. You can end it at any time in the settings of your account.',
  server: 'Address of your server',
  placeholder: 'nestmark.example',
  connect: 'Connect',
  noAddress: 'This isn’t the address of a server',
  notAllowed: 'Allow access to your server: the extension can’t reach it otherwise.',
  noServer: (origin: string) => `No Nestmark server answers at ${origin}`,
  failed: 'The connection failed. Please try again.',
}

/** The settings of the extension. */
export const settingsPageTexts = {
  title: 'Nestmark',
  connected: 'Connected',
  connectedLine: (email: string, server: string) => `You save as ${email} on ${server}.`,
  keyLine: (name: string) => `The key of this browser is named ${quoted(name)}.`,
  openKeys: 'Keys of your account',
  disconnect: 'Disconnect',
  ended: 'The connection has ended: its key was deleted. Connect again; what waits here is sent then.',
  highlights: 'Highlights',
  everywhere: 'Show my highlights on the pages I visit',
  everywhereLine:
    'The browser will ask you to let the extension read pages. It then asks your server about the address of each page that you open. Without this, choose Highlight in the popup, or press Alt+Shift+H.',
  addressLine:
    'What you highlight on a page is stored with its address, and your server can read it, even if you have saved the page encrypted. To keep it encrypted, highlight in the reader of Nestmark.',
  offSites: 'Sites without the bar',
  showAgain: 'Show again',
  keys: 'Keys',
  keysLine:
    'Alt+Shift+S opens the popup, Alt+Shift+H highlights the selection. In the address bar, type nm and a space to search your links. You can change these keys in the browser’s extension settings.',
}

/** The popup of the extension. */
export const popupTexts = {
  name: 'Nestmark',
  settings: 'Settings of the extension',
  allTabs: 'All tabs',
  thisPage: 'This page',
  notConnected: 'Not connected yet',
  notConnectedLine: 'One click, no password. You can end it at any time in the settings of your account.',
  endedLine: 'The connection has ended. Connect again; what waits here is sent then.',
  connect: 'Connect',
  noPage: 'This page can’t be saved',
  noPageLine: 'It belongs to the browser and has no address. Paste another address, or write a note.',
  pasteOrWrite: 'Paste a link or write a note',
  save: 'Save',
  saveChanges: 'Save changes',
  saveQuote: 'Save quote',
  savePageInstead: 'Save the page instead',
  done: 'Done',
  saved: 'Saved',
  undone: 'Moved to the trash',
  undo: 'Undo',
  edit: 'Edit',
  open: 'Open',
  closes: 'You can close this',
  queued: 'Saved on this device until it can be sent',
  alreadySavedOn: (date: string, place: string | undefined) =>
    `Already saved on ${date}${place ? `, in ${place}` : ''}`,
  title: 'Title',
  favourite: 'Favourite',
  collection: 'Collection',
  collectionName: 'Name of the collection',
  findCollection: 'Find or create a collection',
  recent: 'Recent',
  allCollections: 'All collections',
  noCollection: 'Dashboard',
  newCollection: (name: string) => `New collection ${quoted(name)}`,
  tags: 'Tags',
  addTag: 'Add a tag',
  removeTag: (name: string) => `Remove the tag ${name}`,
  tagTooLong: 'Tags can have up to 32 characters',
  note: 'Note',
  notePlaceholder: 'Why keep this?',
  notReadable: 'This page can’t be read. Only its address is saved.',
  encrypted: 'This collection is encrypted. Save into it in Nestmark itself, which has the key.',
  highlight: 'Highlight',
  highlights: 'Highlights',
  onThisPage: (count: number) => (count === 0 ? 'Highlight this page' : `${count} on this page`),
  category: 'Category',
  description: 'Description',
  keep: 'Keep what I see',
  keepLine: (size: string | undefined) =>
    `This page as it is here, even behind a sign-in.${size ? ` ${size}` : ''}`,
  counting: 'Counting its size',
  notCopied: 'This page can’t be copied',
  keeping: 'Keeping what you see',
  sentOf: (sent: string, size: string) => `${sent} of ${size}`,
  pageArchived: 'Kept what you see',
  notSentYet: 'What you see is sent when the server answers',
  trash: 'Trash',
  pageOf: (name: string) => `Copy of ${name}`,
  change: 'A change',
  previousPicture: 'Previous picture',
  nextPicture: 'Next picture',
  pictureOf: (at: number, count: number) => `${at} of ${count}`,
  waiting: (count: number) =>
    count === 1 ? '1 save waits on this device' : `${count} saves wait on this device`,
  refused: (count: number) => (count === 1 ? '1 save was refused' : `${count} saves were refused`),
  oldestFirst: 'Sent automatically, oldest first',
  since: (reason: string, time: string) => `${reason} Waiting since ${time}.`,
  tryNow: 'Try now',
  tryAgain: 'Try again',
  saveTo: (name: string) => `Save to ${name}`,
  upgrade: 'Upgrade to PRO',
  showStorage: 'Show your storage',
  discard: 'Discard',
  back: 'Back',
  allTabsTitle: 'Save all tabs',
  allTabsLine: 'To list them, the extension needs the addresses of your tabs. The browser will ask you.',
  allow: 'Allow',
  tabsOf: (date: string) => `Tabs from ${date}`,
  tabCount: (chosen: number, count: number) => `${chosen} of ${count} tabs`,
  savedBefore: (count: number) => (count === 0 ? '' : `${count} saved before`),
  alreadySaved: 'already saved',
  tooManyTabs: (most: number) =>
    `Up to ${most.toLocaleString('en')} tabs are saved at once. Untick some of them.`,
  saveTabs: (count: number) => (count === 1 ? 'Save 1 link' : `Save ${count} links`),
  tabsSaved: (count: number) => (count === 1 ? '1 link was saved' : `${count} links were saved`),
}

/** The entries of the context menu. */
export const menuTexts = {
  page: 'Save page to Nestmark',
  link: 'Save link to Nestmark',
  image: 'Save image to Nestmark',
  selection: 'Save selection to Nestmark',
  tabs: 'Save all tabs',
}

/** The title of the button, which says what its badge shows. */
export const badgeTexts = {
  save: 'Save to Nestmark',
  saved: 'This page is saved',
  highlights: (count: number) =>
    count === 1 ? '1 highlight on this page' : `${count} highlights on this page`,
  waiting: (count: number) => (count === 1 ? '1 save waits' : `${count} saves wait`),
  notConnected: 'Nestmark is not connected',
}

export const omniboxTexts = {
  search: 'Search Nestmark',
}

/** The bar, the card, the list and the toasts on web pages. */
export const barTexts = {
  bar: 'Nestmark highlights',
  colour: 'Colour',
  colours: ['Yellow', 'Blue', 'Pink', 'Green'],
  comment: 'Comment',
  commentLabel: 'Comment for highlight',
  saveComment: 'Save',
  saveKeys: ['Ctrl', '↵'],
  cancel: 'Cancel',
  savePage: 'Save page',
  savedPage: 'Saved',
  savedIn: (place: string) => (place === '' ? 'Saved' : `Saved in ${place}`),
  withHighlights: (count: number) => (count === 1 ? 'with its highlight' : `with its ${count} highlights`),
  undo: 'Undo',
  undone: 'Moved to the trash',
  notUndone: 'This couldn’t be undone',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'The browser didn’t allow copying',
  delete: 'Delete highlight',
  hideHere: 'Hide on this site',
  close: 'Close',
  connectFirst: 'Connect to keep highlights',
  ended: 'The connection has ended',
  connect: 'Connect',
  tooLong: (count: number) => `${count.toLocaleString('en')} characters; at most 5,000 are saved`,
  waiting: 'Saved on this device',
  waitingLine: 'It’s sent when there is a network',
  notSaved: 'Not saved',
  tryAgain: 'Try again',
  planUsed: (count: number) => `${count} of ${count}`,
  planLine: 'highlights on this page',
  upgrade: 'Upgrade to PRO',
  noSelection: 'Select some words first',
  open: 'Open',
  openLibrary: 'Open in Nestmark',
  list: 'Highlights',
  moveTab: 'Drag to move',
  place: (place: string | null, count: string) =>
    place === null || place === '' ? count : `In ${place}, ${count}`,
  count: (count: number) => (count === 1 ? '1 highlight' : `${count} highlights`),
  notPlaced: (count: number) => (count === 1 ? '1 could not be placed' : `${count} could not be placed`),
}
