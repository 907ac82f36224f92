import { counted, formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

/** The page of duplicate links. */
export const duplicateTexts = {
  title: 'Duplicate links',
  total: (groups: number, links: number) => `${counted(groups, 'group')}, ${counted(links, 'link')}`,
  levels: 'Which links count as the same',
  /** By level, from 1. */
  levelNames: [
    'Same address',
    'Same without www',
    'Same without tracking',
    'Same page',
    'Same title and site',
  ],
  levelLines: [
    'every character is the same',
    'also without http, slash and #',
    '?utm_source=… left out',
    'its canonical address',
    'look before you trash',
  ],
  levelsBelow: (line: string, below: number) =>
    below === 0 ? line : `${line}, and ${counted(below, 'level')} below`,
  groupKey: 'group',
  tickKey: 'tick',
  sort: 'Sort by',
  sorts: { largest: 'Largest groups first', newest: 'Newest groups first', title: 'By title' },

  none: 'No duplicate links found',
  noneLine: 'Every link here is one of a kind.',
  otherLevels: 'Look at the other levels too.',
  pro: 'Duplicate links is a PRO feature',
  proLine: 'Find what you saved twice, merge it, and keep every note and highlight.',
  upgrade: 'Upgrade to PRO',
  looking: 'Looking for your links',
  failed: 'Couldn’t look for duplicates',
  needsConnection: 'Needs a connection',
  firstGroups: (n: number) =>
    `These are the first ${formatNumber(n)} groups. The others follow when these are done.`,

  links: (n: number) => counted(n, 'link'),
  merge: 'Merge',
  trash: 'Trash',
  trashCount: (n: number) => `Trash ${formatNumber(n)}`,
  groupActions: (title: string) => `Actions for ${quoted(title)}`,
  distinct: 'Not duplicates',
  keepAnother: 'Keep a different one',
  tick: (address: string) => `Select ${address}`,
  stays: 'Stays',
  oneStays: 'One of each group stays',
  oneStaysLine: 'Untick another to trash this one',
  sharedBy: (owner: string) => `${owner === '' ? 'Shared with you' : `Shared by ${owner}`}, you can read`,
  notes: (n: number) => counted(n, 'note'),
  highlights: (n: number) => counted(n, 'highlight'),
  tags: (n: number) => counted(n, 'tag'),
  files: (n: number) => counted(n, 'file'),
  favourite: 'favourite',
  /** What a screen reader says of a group. */
  group: (nth: number, groups: number, links: number, selected: number) =>
    `Group ${formatNumber(nth)} of ${formatNumber(groups)}, ${counted(links, 'link')}, ${formatNumber(selected)} selected`,
  mergedIntoFirst: 'Merged into the first:',
  mergedInto: 'Merged into:',
  chooseCollection: 'Collection of the merged link',
  chosenCollection: (name: string) => `Collection of the merged link: ${name}`,

  bulk: 'Selected links',
  selected: (links: number, groups: number) =>
    `${formatNumber(links)} selected in ${counted(groups, 'group')}, one of each stays`,
  selectedShort: (links: number) => `${formatNumber(links)} selected`,
  selectAgain: 'All but the first of each group',
  askTrash: (links: number, groups: number) =>
    `Move ${counted(links, 'link')} in ${counted(groups, 'group')} to trash?`,
  askTrashLine: 'One of each group stays. You can restore the others from Trash.',
  /** The sentence of the specification. */
  deleted: 'Duplicate links were deleted successfully',
  merged: (n: number) => `${counted(n, 'link')} are now one`,
  mergedMany: (groups: number) => `${counted(groups, 'group')} merged`,
  markedDistinct: 'They are no longer duplicates',
  markedAgain: 'They are duplicates again',

  keys: {
    title: 'Duplicate links',
    groups: 'Previous or next group',
    tiles: 'Move between the links of a group',
    tick: 'Tick or untick',
    all: 'All but the first again',
    merge: 'Merge the group',
    trash: 'Trash what is ticked',
    open: 'Open the page',
    peek: 'Show the link',
  },
} as const
