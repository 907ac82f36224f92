import { counted, formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

/** Collections: lists, pages, menus and results of actions. */
export const collectionsTexts = {
  my: 'My Collections',
  dates: (created: string, changed: string) => `Created ${created}, last changed ${changed}`,
  dropProblems: {
    readOnly: 'You can’t add to this collection',
    inside: 'Can’t move into itself',
    same: 'Already here',
  },
  mySub: 'Your most recently updated collections',
  all: 'Collections',
  viewAll: 'View All',
  dashboard: 'Dashboard',
  /** The root's name on the server, and the name that the page shows instead. */
  rootName: 'Uncategorized',
  firstFolder: 'My First Folder',
  create: 'Create New Collection',
  createHere: 'Add a collection here',
  tree: 'Collections',
  looking: 'Looking for your collections',

  links: (n: number) => counted(n, 'link'),
  linksWord: (n: number) => (n === 1 ? 'link' : 'links'),
  collections: (n: number) => counted(n, 'collection'),
  directly: (n: number) => `${counted(n, 'link')} directly inside`,

  view: 'How collections are shown',
  compact: 'Compact',
  detailed: 'Detailed',
  scrollBack: 'Previous collections',
  scrollOn: 'More collections',
  search: 'Search these collections',
  order: 'Order of the collections',
  byDate: 'Last changed',
  byName: 'By name',
  byHand: 'By hand',
  earlier: 'Move up',
  later: 'Move down',

  noneFound: 'No collections found',
  noneFoundLine: 'Please search again.',
  notFound: 'No Collection found',
  notFoundLine: 'This content has either moved or never existed. You can go to dashboard.',
  empty: 'Empty collection',
  emptyLine: 'No sub-collections or links found here',
  private: 'Access needed',
  privateLine: 'This is a private Collection. Please request access to view it.',
  failed: 'Couldn’t load your collections',
  inTrash: 'This collection is in the trash',
  inTrashLine: 'You can restore it from Trash.',
  /** `owner` is '' where the name is not known. */
  inTrashLineShared: (owner: string) => `It is in ${owner === '' ? 'its owner' : owner}’s trash.`,
  openTrash: 'Open Trash',

  edit: 'Edit',
  rename: 'Rename',
  renameSave: 'save',
  renameCancel: 'cancel',
  nameNeeded: 'A name is needed',
  move: 'Move',
  trash: 'Trash',
  activity: 'Activity',
  export: 'Export',
  feed: 'Feed',
  feedWithSub: 'Feed with sub-collections',
  /** Short labels of the most frequent actions, on the phone. */
  tiles: { favourite: 'Favourite', add: 'Collection' },
  favourite: 'Add to favourites',
  unfavourite: 'Remove from favourites',
  actionsOf: (name: string) => `Actions for ${name}`,
  selectOne: (name: string) => `Select ${name}`,

  created: 'Created',
  added: 'Collection was added successfully',
  updated: 'Collection was updated successfully',
  noneChosen: 'Choose atleast one folder', // as in the specification
  noDestination: 'Choose destination folder',

  trashAsk: (names: string[]) =>
    names.length === 1
      ? `Move ${quoted(names[0])} to trash?`
      : `Move ${formatNumber(names.length)} collections to trash?`,
  trashLine: () => 'Everything inside is trashed too. You can restore it from Trash.',
  /** For a collection of another person. `owner` is '' when the name is unknown. */
  trashLineShared: (owner: string) =>
    `Everything inside is trashed too. It goes to ${owner === '' ? 'its owner' : owner}’s trash.`,
  bulk: 'Selected collections',
  /** Commands of the palette. */
  selectedMove: 'Move selected collections…',
  selectedTrash: 'Trash selected collections…',
  removeCover: 'Remove cover',
  coverSet: 'Cover was changed',
  coverRemoved: 'Cover was removed',
  coverRestored: 'Cover was restored',

  path: (names: readonly string[]) => names.join(' / '),

  moveTo: (name: string) => `Move to ${name}`,
  moveDialog: (what: string) => `Move ${what}`,
  moveButton: 'Move',
  moveSearch: 'Find a collection',
  /** Why others cannot be chosen. `owner` is '' for the person's own. */
  staysWith: (owner: string) =>
    owner === ''
      ? 'You can only move this to your own collections.'
      : `This belongs to ${owner}, so it can only move to ${owner}’s collections.`,
  ownersDiffer: 'These have different owners and can’t be moved together.',
  createNamed: (name: string) => `Create ${quoted(name)}`,
  moveNoChoice: 'No collection with that name',
  topLevel: 'Dashboard',
  dropHere: (n: number) => `Drop ${formatNumber(n)} here`,
}
