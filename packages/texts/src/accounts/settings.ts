import { counted, formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

/** The names of the tabs of the settings. Apart from the other texts, because the palette has them too. */
export const settingsTabTexts = {
  profile: 'Profile',
  customize: 'Customize',
  rules: 'Rules',
  plan: 'Plan',
  keys: 'API Key',
  encryption: 'Encryption keys',
  storage: 'Storage',
  transfer: 'Import / Export',
  danger: 'Danger Zone',
}

/** The settings, tab by tab. */
export const settingsTexts = {
  title: 'Settings',
  tabs: settingsTabTexts,
  save: 'Save',
  saved: 'Your profile was saved',

  profileLine: 'Others see your name in shared collections.',
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Username',
  usernameFree: 'This username is available',
  usernameTaken: 'This username is taken',
  usernameHint: 'Optional, for programs that use the API. At least 4 characters; others don’t see it.',
  account: 'Email, password and devices',
  accountLine: 'Managed in your account.',
  openAccount: 'Open your account',
  image: 'Picture',
  imageChoose: 'Choose a picture',
  imageSaved: 'Your picture was saved',
  imageBusy: 'Uploading the picture',

  rulesLine: 'Tag, move and tidy links as you save them. Rules apply from top to bottom.',
  customizeLine: 'Applies immediately, here and on your other devices.',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  linksView: 'View for links',
  grid: 'Grid',
  mosaic: 'Mosaic',
  list: 'List',
  linksViewNote: 'A grid crops pictures to one shape; a mosaic shows them whole.',
  collectionsView: 'View for collections',
  compact: 'Compact',
  detailed: 'Detailed',
  load: 'Load players',
  loadNote: 'When the player of a video or audio appears in place of its picture.',
  onClick: 'On click',
  onHover: 'On hover',
  clipboard: 'Offer to save copied addresses',
  digest: 'Daily email of unread notifications',
  yes: 'Yes',
  no: 'No',

  current: 'Current plan',
  holds: 'What’s included',
  bookmarks: (used: number, max: number) =>
    max === Infinity
      ? `${counted(used, 'bookmark')}, unlimited`
      : `${formatNumber(used)} of ${formatNumber(max)} bookmarks`,
  collections: (max: number) =>
    max === Infinity ? 'Any number of nested collections' : `${formatNumber(max)} nested collections`,
  has: 'Included',
  hasNot: 'With PRO',
  withPremium: 'With PREMIUM',
  upgrade: 'Upgrade to PRO',
  nothingLost: (isLimited: boolean) =>
    `When a plan ends, nothing is deleted.${isLimited ? ' You just can’t add more than the free plan allows.' : ''}`,

  extension: 'Browser extension',
  extensionLine: 'Save, keep and highlight pages where you read them. It gets its own key, listed above.',
  extensionFor: (browser: string) => `Download for ${browser}`,
  extensionBrowsers: { chrome: 'Chrome', edge: 'Edge', opera: 'Opera', firefox: 'Firefox' },
  extensionInstall:
    'Chrome, Edge and Opera: unpack the file, open the page of extensions, turn on developer mode and choose “Load unpacked”. Firefox: open about:debugging, choose “Load Temporary Add-on” and the file.',

  keysLine: 'A key lets a program act as you. It can’t change your account, your keys or your sharing.',
  keyDocs: 'How to use the API',
  keyName: 'Name of the new key',
  keyScope: 'Access',
  scopeWrite: 'Read and write',
  scopeRead: 'Read only',
  createKey: 'Create key',
  newKey: 'Your new key',
  newKeyLine: 'Copy it now: it won’t be shown again.',
  copyKey: 'Copy key',
  keyCopied: 'The key was copied',
  keyCopyByHand: 'Select it in the field and copy it by hand.',
  keyDone: 'I’ve copied it',
  noKeys: 'No API keys',
  noKeysLine: 'Keys you create will be listed here.',
  nameOf: (name: string) => `Name of the key ${name}`,
  deleteKey: (name: string) => `Delete the key ${name}`,
  deleteKeyAsk: (name: string) => `Delete the key ${quoted(name)}?`,
  deleteKeyLine: 'Programs that use it, and their webhooks, stop working immediately.',
  delete: 'Delete',
  renamed: 'The key was renamed',
  keyDeleted: 'The key was deleted',
  used: (date: string) => `last used ${date}`,
  neverUsed: 'never used',
  made: (date: string) => `created ${date}`,

  storageLine:
    'Files you upload and copies of pages count towards storage, even while they are in the trash. Opening files and pictures, by you or others, counts towards bandwidth.',
  storageOf: (limit: string) => `of ${limit}`,
  /** After the size, where there is no limit. */
  storageUsed: 'used',
  left: (left: string) => `${left} left`,
  bandwidth: 'Bandwidth this month',
  startsAgain: 'Resets on',
  almostFull: 'Almost full',
  byCategory: 'By category',
  moreRoom: 'Need more room?',
  moreRoomLine: (plan: string, storage: number, bandwidth: number) =>
    `${plan} has ${storage} GB of storage and ${bandwidth} GB of bandwidth per month.`,
  seePlans: 'See plans',
  categories: ['Images', 'Videos', 'Links', 'Notes', 'Audios'],
  savedCount: (n: number) => `${formatNumber(n)} saved`,

  importTitle: 'Import',
  importLine: 'Bring bookmarks from a browser or another service.',
  importButton: 'Import bookmarks',
  exportTitle: 'Export',
  exportLine:
    'Your bookmarks as an HTML file that every browser can import, or everything as a ZIP: files and copies of pages too.',
  exportButton: 'Export',

  dangerTitle: 'Delete account',
  dangerLine:
    'You’ll be logged out everywhere, and what you share will be hidden right away. Your links and files will be deleted within 24 hours. This can’t be undone.',
  exportFirst: 'Export your bookmarks first',
  deleteAccount: 'Delete account',
  deleteAsk: 'Delete your account?',
  /** `contents`: numbers of links, collections, shares and files. */
  deletes: (contents: string) => `This deletes ${contents}.`,
  deletesUnknown: 'This deletes all your links, collections, shares and files.',
  counting: 'Counting what will be deleted',
  confirmByPasskey: 'Confirm with a passkey',
  passkeyElsewhere: 'Your passkey works on your account page: delete your account there.',
  passkeyStopped: 'No passkey was chosen. Nothing has changed; you can try again.',
  confirmBySignIn:
    'You have no password. If you logged in a while ago, log out and in again, then come back.',
  deleteGo: 'Delete account',
  password: 'Your password',
  passwordNote: 'To confirm it’s you.',
  deletedTitle: 'Your account is deleted',
  deletedLine: 'Your links will be deleted within 24 hours.',
  failed: 'Couldn’t load this',
} as const
