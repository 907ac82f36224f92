import { formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

const keys = (n: number) => `${formatNumber(n)} ${n === 1 ? 'key' : 'keys'}`

/** Keys that a passkey opens. */
export const passkeyKeysTexts = {
  title: 'Unlock by passkey',
  line: 'One touch opens the keys that you choose. Key files and secrets still work.',
  noPrf:
    'This browser doesn’t offer it: it lacks the PRF extension of passkeys. The file and the secret of a key work as before.',
  impossible: 'Passkeys need a host name, and this server only has an IP address.',
  elsewhere: (address: string) => `Passkeys belong to one address. Open ${address} to use yours.`,
  noPasskey: 'Your account has no passkey yet.',
  addPasskey: 'Add a passkey',
  noKeys: 'Encrypt a link or open a key first. Then a passkey can open it too.',
  setUp: 'Set up a passkey',
  setUpAnother: 'Set up another passkey',
  waiting: 'Follow the steps in your browser',
  ready: 'Your passkey opens your keys now',

  list: 'Passkeys that open keys',
  removedPasskey: 'A passkey that is no longer in your account',
  opens: (n: number, all: number) =>
    n === all ? `Opens ${keys(n)}` : `Opens ${formatNumber(n)} of ${keys(all)}`,
  changed: (date: string) => `updated ${date}`,
  open: 'Open keys',
  openWith: (name: string) => `Open keys with ${quoted(name)}`,
  opened: 'Your keys are open in this browser',
  choose: 'Choose keys',
  chooseFor: (name: string) => `Choose keys of ${quoted(name)}`,
  chooseTitle: (name: string) => `Keys of ${quoted(name)}`,
  chooseLine: 'This passkey opens the keys that are ticked. You confirm with the passkey.',
  chooseSave: 'Save',
  chooseOne: 'Choose at least one key. To stop using this passkey for keys, remove it in the list.',
  chooseLess: 'A key that has no file, sheet or secret elsewhere can’t be opened again without this passkey.',
  chosen: (n: number) => `Your passkey opens ${keys(n)} now`,
  otherKey: (start: string) => `Key ${start}…`,
  notHere: 'Not in this browser',
  removeKey: 'Remove from passkey',
  keyRemoved: 'Your passkey no longer opens this key',
  othersOpen: 'Another passkey still opens it.',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove the keys of ${quoted(name)}`,
  removeAsk: (name: string) => `Stop opening keys with ${quoted(name)}?`,
  removeLine:
    'Its copy of your keys is deleted. A key that has no file, sheet or secret elsewhere can’t be opened again. The passkey still logs you in.',
  removed: 'This passkey no longer opens your keys',

  badge: 'Passkey',
  stillOpens: 'Your passkey opens it again.',

  unlock: 'Unlock with passkey',
  use: 'Use passkey',
  orFile: 'or use its file',
  lacksKey:
    'Your passkey doesn’t have this key yet. Open it once, then add it in Settings › Encryption keys.',

  errors: {
    noPrf:
      'This passkey can’t open keys: it has no PRF extension in this browser. Use another passkey, or add a new one to your account.',
    lacksKey: 'This passkey doesn’t have the key of this collection.',
    other: 'This passkey can’t open these keys. They were saved with another one.',
    failed: 'The passkey couldn’t be used in this browser.',
  },
}
