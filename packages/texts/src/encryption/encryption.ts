import { formatNumber } from '../counts.ts'
import { encryptionMarkTexts } from './encryptionMarks.ts'
import { hiddenTagsTexts } from './hiddenTags.ts'
import { quoted } from '../quoted.ts'

const links = (n: number) => `${formatNumber(n)} ${n === 1 ? 'link' : 'links'}`

/** End-to-end encryption: encrypting, unlocking, decrypting, and keys. */
export const encryptionTexts = {
  ...encryptionMarkTexts,
  encrypt: 'Encrypt',
  decrypt: 'Decrypt',
  saveEncrypted: 'Save encrypted',
  saveLocked: 'This collection is locked. Saving asks for its key.',
  withoutKey: {
    save: 'Save without encryption',
    move: 'Move without encryption',
    restore: 'Restore without encryption',
    other: 'Continue without encryption',
  },
  withoutKeyLine: 'Without encryption, the server can read it.',
  plainLeft: (n: number) => `${links(n)} ${n === 1 ? 'is' : 'are'} not encrypted`,
  plainLeftLine: (n: number) => `The server can read ${n === 1 ? 'it' : 'them'}.`,
  encryptCount: (n: number) => `Encrypt ${formatNumber(n)}`,
  notPublic: 'Encrypted links can’t be public. Decrypt this one first.',
  lockNow: 'Lock now',
  moveNeedsKey: 'Encrypt it first, or decrypt what you move.',
  addressStays: 'Decrypt the link to change it',
  locked: 'Locked in all tabs',
  selectedEncrypt: 'Encrypt selected links…',
  selectedDecrypt: 'Decrypt selected links…',
  encryptCollection: 'Encrypt collection',
  decryptCollection: 'Decrypt collection',

  withSubcollections: 'Sub-collections are included.',
  encryptLinks: (n: number) => `Encrypt ${links(n)}`,
  encryptNamed: (name: string) => `Encrypt ${quoted(name)}`,
  lead: 'Name, description and link are scrambled in this browser before they are stored. Without the key nobody can read them, not even the server.',
  readable: 'What stays readable',
  readableList: (hidesTags: boolean) => [
    hidesTags ? 'Categories, favourites and dates' : 'Tags, categories, favourites and dates',
    'Names and descriptions of collections',
    'How many links there are, and roughly how long their texts are',
    'Who shares what with whom',
    'How many files there are, and how large',
    'What you search for outside encrypted collections',
    'Older backups of the server',
  ],
  keyChoice: 'Key',
  existing: 'Use an existing key',
  create: 'Create a new key',
  keyName: 'Key name',
  keyNamePlaceholder: 'Papers, spring 2026',
  secret: 'Secret key',
  secretHint: 'At least 8 characters',
  generate: 'Generate strong key',
  generated: 'Keep it like a password. It opens the collection on other devices.',
  copySecret: 'Copy',
  copied: 'Secret key copied',
  copyFailed: 'The secret key could not be copied',
  copyFailedLine: 'Select and copy it by hand.',
  showSecret: 'Show the secret key',
  hideSecret: 'Hide the secret key',
  strength: ['Too short', 'Easy to guess', 'Could be longer', 'Good length', 'Very strong'] as const,
  weak: 'Somebody with a copy of the database could guess it.',
  existingKey: 'Existing key',
  chooseKey: 'Choose a key',
  secretOf: (label: string) => `Secret key of ${quoted(label)}`,
  continue: 'Continue',
  opening: 'Opening',
  preparing: 'Preparing the key',

  keep: 'Keep the key in this browser',
  session: 'This session only',
  sessionLine: 'Forgotten on close',
  untilLogout: 'Until logout',
  untilLogoutLine: 'Stays on this device',

  download: 'Download your key',
  downloadLine:
    'Your links are encrypted after the file is saved. Keep it somewhere safe: a lost key cannot be recovered.',
  downloadScope: 'What to download',
  thisCollection: 'This collection only',
  allCollections: 'All collections',
  allLine: (n: number) => (n === 1 ? 'One file with your key' : `One file with your ${formatNumber(n)} keys`),
  downloadKey: 'Download key',
  downloadAgain: 'Download again',
  saved: 'I saved it',
  encryptNow: 'Encrypt now',
  takeKey: 'Use this key',

  unlockNamed: (name: string) => `Unlock ${quoted(name)}`,
  decryptNamed: (name: string) => `Decrypt ${quoted(name)}`,
  dropFile: 'Drop a key file, or',
  chooseOne: 'choose one',
  chooseFile: 'Choose key file',
  keyFile: 'Key file',
  orEnter: 'or enter the collection key',
  enterKey: 'Enter key',
  collectionKey: 'Collection key',
  /** What can be done when a key is lost. */
  lost: {
    title: 'Lost your key?',
    device: 'Another device where it is open: download the key file there, in Settings › Encryption keys.',
    member: 'A member who has the key can download its file and send it to you.',
    owner: 'Ask the owner for it under “Who can read”, or a member who has the key for its file.',
    ownFile: 'The key file that you downloaded when you made the key, or a printed recovery sheet.',
    file: 'A key file, or a printed recovery sheet.',
    passkey: 'One of your passkeys that open keys.',
    otherPasskey: 'A passkey that opens keys, if you have set one up.',
    otherwise: (isOwner: boolean) =>
      `Without one of these nobody can open the links, not even the server. ${isOwner ? 'You' : 'The owner'} can export them encrypted, in case the key is found, or delete them.`,
    openKeys: 'Encryption keys',
  },
  lockedCount: (locked: number, all: number) =>
    `${formatNumber(locked)} of ${links(all)} ${locked === 1 ? 'is' : 'are'} locked`,
  lockedLine: (locked: number) =>
    locked === 1 ? 'Its key is not in this browser.' : 'Their key is not in this browser.',
  lockedLink: 'This link is encrypted. Its key is not in this browser.',
  lockedVisitor: 'Only people with its key can read it.',
  lifetimes: ['this session', 'until logout'] as const,
  keyMissing: 'Key missing',

  errors: {
    secretShort: 'Secret key is required with minimum 8 characters',
    secretUnusable: 'This secret key can’t be used. Try another one.',
    name: 'Name for your key to differentiate from other keys',
    existing: 'Please choose a existing key', // as in the specification
    file: 'Please choose a file with encryption key(s)',
    wrongKey: 'Key you have entered is not match please try a different key', // as in the specification
    wrongFile: 'Key you have uploaded is not match please upload a different key', // as in the specification
    present: 'This key already present', // as in the specification
    nothingEncrypted: 'No links encrypted in this collection. Please encrypt any link first',
    again: 'Encrypted links can not encrypted again. Kindly remove it', // as in the specification
    onlyEncrypted: 'Please only select encrypted links to decrypt it',
    nothingToEncrypt: 'Nothing to encrypt here',
    insecure: 'Encryption needs a secure connection. Open Nestmark over https.',
    notOwner: 'Only the owner can choose a key for this collection. Ask them to encrypt it first.',
  },

  linksEncrypted: (n: number) =>
    n === 1 ? 'Link encrypted successfully' : `${formatNumber(n)} Links encrypted successfully`,
  linksDecrypted: (n: number) =>
    n === 1 ? 'Link decrypted successfully' : `${formatNumber(n)} Links decrypted successfully`,
  keyUploaded: 'Your key has been uploaded successfully',
  keyRemoved: 'Your key has been removed successfully',
  countLinks: links,

  progress: {
    encrypting: (name: string) => `Encrypting ${name}`,
    decrypting: (name: string) => `Decrypting ${name}`,
    rotating: (name: string) => `New key for ${name}`,
    count: (done: number, total: number | undefined) =>
      total === undefined ? `${links(done)} done` : `${formatNumber(done)} of ${links(total)} done`,
    line: {
      encrypt: 'You can stop at any time and continue later.',
      enter: 'They are encrypted before they enter the collection. You can stop at any time.',
      decrypt: 'You can stop at any time and continue later.',
      rotate: 'You can stop at any time and continue later.',
      hideTags: 'You can stop at any time and continue later.',
      export: 'The file is made in this browser.',
      import: 'You can stop at any time and continue later. No link is imported twice.',
    },
    file: (name: string, percent: number) => `${name} · ${percent}%`,
    stop: 'Stop',
    stopping: 'Stopping',
    stopped: 'Stopped',
    failed: 'Interrupted',
    left: {
      encrypt: (done: number) =>
        `${links(done)} ${done === 1 ? 'is' : 'are'} encrypted. The others stay as they were.`,
      enter: (done: number) =>
        `${links(done)} ${done === 1 ? 'is' : 'are'} encrypted. What is not encrypted stays where it is.`,
      decrypt: (done: number) =>
        `${links(done)} ${done === 1 ? 'is' : 'are'} decrypted. The others are still encrypted.`,
      rotate: (done: number) =>
        `${links(done)} ${done === 1 ? 'has' : 'have'} the new key. The others still open with the old one.`,
      hideTags: hiddenTagsTexts.stopped,
      export: (done: number) => `${links(done)} read. No file was saved yet.`,
      import: (done: number) => `${links(done)} imported. The others were not.`,
    },
    continue: 'Continue',
  },
  /** The name of links that enter a collection with a key, in the title of the progress. */
  entering: (n: number | undefined) => (n === undefined ? 'links' : links(n)),
  /** What a stopped move, restore or undo has done. `total`: the links that it was asked for, where they are known. */
  enteringStopped: (done: number, moved: number, total: number | undefined) => {
    if (done === 0) return 'Stopped. Nothing was moved.'
    if (moved === 0)
      return `Stopped. ${links(done)} ${done === 1 ? 'is' : 'are'} encrypted. None was restored.`
    const left = total === undefined ? 'The others were not.' : `${links(total - moved)} stayed in place.`
    return `Stopped. ${links(moved)} ${moved === 1 ? 'was' : 'were'} encrypted and moved. ${left}`
  },
  decryptCollectionAsk: (name: string) => `Decrypt everything in ${quoted(name)}?`,
  decryptLine: 'The server can read them again.',
  undo: 'Undo',

  keys: {
    lead: 'Keys stay in this browser. Nestmark never gets them. A lost key cannot be recovered.',
    upload: 'Upload keys',
    downloadAll: 'Download all',
    none: 'No keys in this browser',
    noneLine: 'Encrypt a link or a collection, or upload a key file.',
    list: 'Saved keys',
    keyAndCollection: 'Key and collection',
    since: 'Since',
    sinceDate: (date: string) => `Since ${date}`,
    storedHere: 'Saved in this browser',
    lifetimeOf: (label: string) => `How long ${quoted(label)} is kept`,
    collection: (path: string, n: number | undefined) => (n === undefined ? path : `${path} · ${links(n)}`),
    sharedBy: (name: string, owner: string) => `${name} · shared by ${owner}`,
    unknownCollection: 'A collection that you can’t see any more',
    actionsOf: (label: string) => `Actions for ${quoted(label)}`,
    download: 'Download key',
    sheet: 'Recovery sheet',
    changeSecret: 'Change secret',
    newKey: 'New key for the collection',
    remove: 'Remove from this browser',
    removeAsk: (label: string) => `Remove ${quoted(label)} from this browser?`,
    removeLine:
      'Without its file, sheet or secret the links can’t be read again. A lost key cannot be recovered.',
    removeButton: 'Remove',
    replaceAsk: 'Replace all keys of this browser?',
    replaceLine: (removed: readonly string[], n: number) =>
      `The file has ${formatNumber(n)} keys and replaces all keys of this browser. ${removed.length === 0 ? 'None is removed.' : `Removed: ${removed.join(', ')}.`}`,
    replace: 'Replace keys',
    downloadPresent: 'Download the current keys',
    uploadTitle: 'Upload keys',
    uploadLine: 'A file with one key adds it. A file with several replaces all keys of this browser.',
    uploadButton: 'Upload',
    changeSecretTitle: (label: string) => `Change the secret of ${quoted(label)}`,
    changeSecretLine: 'Your links stay as they are. The old secret still opens older backups.',
    changeSecretButton: 'Change secret',
    secretChanged: 'Secret changed',
    newKeyTitle: (label: string) => `New key in place of ${quoted(label)}`,
    newKeyLine:
      'All links of this key are encrypted again. People with only the old key can’t read what you save from then on. They may have copies of what they read before.',
    newKeyDone: 'The collection has a new key',
    interrupted: 'The change to a new key was interrupted',
    continue: 'Continue',
    sheetTitle: 'Recovery sheet',
    sheetLine:
      'One page for each key: its name, the key as text and as a QR code. Print it, keep it with your important papers, and close the tab. Anyone who holds the sheet can read the links.',
    printSheet: 'Print a sheet',
    sheetDate: (date: string) => `Recovery sheet, ${date}`,
    sheetCollection: (name: string) => `Collection: ${name}`,
    sheetText: 'Key as text',
    sheetQr: 'Key as QR code',
    sheetFoot:
      'Nestmark. In Unlock, type this text as the collection key. Anyone who holds this sheet can read the links.',
    print: 'Print',
  },
}
