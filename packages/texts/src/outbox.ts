import { counted } from './counts.ts'
import { quoted } from './quoted.ts'

/** Offline use: the page's messages and the queue of unsent actions. */
export const outboxTexts = {
  label: 'Connection',
  offline: 'You are offline.',
  down: 'Can’t reach Nestmark.',
  nothingWaits: 'Changes are saved here and sent when you’re back online.',
  waits: (n: number, away: 'offline' | 'down') =>
    `${counted(n, 'change')} ${n === 1 ? 'is' : 'are'} waiting and will be sent when ${away === 'offline' ? 'you’re back online' : 'it’s back'}.`,
  sending: (n: number) => `Sending ${counted(n, 'change')}…`,
  refused: (n: number) => `${counted(n, 'change')} couldn’t be sent.`,
  show: 'Show',
  /** A change that an earlier version of the page queued. */
  unknown: 'This version of Nestmark can’t send it.',
  /** Shown in place of content that is not cached. */
  notHereOffline: 'You are offline',
  notHereOfflineLine: 'This isn’t stored on this device. It loads when you’re back online.',
  notHereDown: 'Can’t reach Nestmark',
  notHereDownLine: 'This isn’t stored on this device. It loads when Nestmark is back.',
  /** Shown at the top of a menu. */
  greyed: (away: 'offline' | 'down') =>
    away === 'offline'
      ? 'You are offline. Greyed-out actions need a connection.'
      : 'Can’t reach Nestmark. Greyed-out actions need it.',

  title: 'Waiting to be sent',
  line: 'These changes are saved in this browser and sent once, in this order.',
  empty: 'Everything has been sent',
  waiting: 'Waiting',
  retry: 'Try again',
  edit: 'Edit',
  discard: 'Discard',
  discardAsk: (title: string) => `Discard ${quoted(title)}?`,
  discardLine: 'It was not sent. What you typed will be lost.',
  kinds: {
    'save-link-from-input': 'New link',
    'one-click-save': 'New link',
    'update-link': 'Changed link',
    'fav-unfav-link': 'Favourite',
    'fav-unfav-folder': 'Favourite',
    'move-links': 'Moved',
    'trash-links': 'Trash',
    'create-folder': 'New collection',
    'move-folders': 'Moved',
  } as Record<string, string>,
  change: 'Change',

  queued: 'Saved offline',
  queuedLine: 'It will be sent when you’re back online.',
  sent: (n: number) => `${counted(n, 'change')} ${n === 1 ? 'was' : 'were'} sent`,
  notSent: (title: string) => `${quoted(title)} couldn’t be sent`,
  collection: 'A collection',
  tick: 'A checklist',
  severalCollections: (n: number) => counted(n, 'collection'),
  waitsInTree: 'Waiting to be sent',
  several: (n: number) => counted(n, 'link'),

  leaveAsk: (n: number) => `${counted(n, 'change')} not sent yet`,
  leaveLine: 'Logging out now discards unsent changes in this browser.',
  leave: 'Log out anyway',
}
