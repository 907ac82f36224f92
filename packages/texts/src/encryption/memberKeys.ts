import { formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

/** Key pairs, and giving the key of a collection to its members. */
export const memberKeysTexts = {
  open: 'Who can read',
  title: (name: string) => `Who can read ${quoted(name)}`,
  alone: 'Only you. Share the collection first.',
  loading: 'Loading people',
  roles: { owner: 'Owner', write: 'Can edit', read: 'Can view' },
  you: (name: string) => `${name} (you)`,
  noPair: 'no key pair yet',
  pairSince: (date: string) => `key pair since ${date}`,
  hasKey: 'Has the key',
  give: 'Give the key',
  giveToMember: 'Give to a member',
  ask: 'Ask',
  askFor: (name: string) => `Ask ${name} to make a key pair`,
  asked: (name: string) => `${name} was asked to make a key pair`,
  request: 'Ask for the key',
  requested: (name: string) => `${name} was asked for the key`,
  compare: 'Compare',
  compareWith: (name: string) => `Compare the numbers with ${name}`,

  giveTitle: (name: string, collection: string) => `Give ${name} the key to ${quoted(collection)}`,
  compareTitle: (name: string) => `Compare with ${name}`,
  compareLine: (name: string, collection: string) =>
    `Call ${name}, or ask in person. In ${quoted(collection)}, under Who can read, ${name} sees the same numbers for you. Read them to each other.`,
  calculating: 'Calculating the numbers',
  numbers: 'Numbers to compare',
  copy: 'Copy',
  copied: 'Numbers were copied',
  copyFailed: 'The numbers could not be copied',
  same: (name: string) => `I compared them with ${name}, and they are the same`,
  giveLine: (name: string, n: number) =>
    `${name} can read the ${n === 1 ? 'link' : `${formatNumber(n)} links`} under this key from now on. To take this back, make a new key for the collection.`,
  giving: 'Giving the key',
  given: (name: string) => `${name} has the key now`,
  differ: 'They differ',
  differTitle: 'The numbers differ',
  differLine: (name: string) =>
    `No key was given. ${name} may have made a new key pair, or the key shown here is not theirs. Reload the page on both sides and compare again.`,
  compareAgain: 'Compare again',

  newKey: 'New key',
  mayHaveKey: 'They may still have the key.',

  pair: 'Your key pair',
  pairMade: (date: string) => `Made on ${date}`,
  pairLine:
    'With a key pair, owners of encrypted collections can give you their keys, and you can give yours to members.',
  make: 'Make a key pair',
  makeTitle: 'Make a key pair',
  makeLine:
    'Its private half is encrypted with a passphrase in this browser. Nestmark can’t open it, and can’t reset the passphrase.',
  passphrase: 'Passphrase',
  making: 'Making the key pair',
  made: 'Your key pair is ready',
  replace: 'Make a new one',
  replaceTitle: 'Make a new key pair',
  replaceLine:
    'For when you have forgotten your passphrase. Keys that you were given must be given again, and everyone compares the numbers again.',
  unsupported: 'This browser can’t make key pairs. Use a key file, or a newer browser.',
  enter: 'Enter your passphrase',
  enterLine: 'It opens your key pair in this browser.',
  enterButton: 'Continue',
  wrong: 'This passphrase is wrong',

  received: 'Keys you were given',
  receivedFrom: (name: string, date: string) => `From ${name}, ${date}`,
  openKey: 'Open',
  openedHere: 'Open here',
  opened: 'The key is open in this browser',
  openWithPair: 'Open with your key pair',
  openWithPairLine: (name: string) => `${name} gave you this key.`,
  notTheirs: 'This key can’t be opened. Ask for it again.',
}
