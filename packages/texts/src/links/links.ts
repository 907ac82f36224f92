import { counted, formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

/** Links: cards, lists, selection and results of actions. */
export const linksTexts = {
  recent: 'Recent links',
  links: 'Links',
  /** The number of shown links out of all. */
  countOf: (n: number, all: number) => `${formatNumber(n)} of ${counted(all, 'link')}`,
  count: (n: number, more = false) => (more ? `${formatNumber(n)}+ links` : counted(n, 'link')),
  looking: 'Looking for your links',
  search: 'Search these links',
  view: 'How links are shown',
  grid: 'Grid',
  list: 'List',
  mosaic: 'Mosaic',
  density: 'Card size',
  densitySteps: ['Smallest', 'Small', 'Medium', 'Large', 'Largest'],
  phoneColumns: ['Small cards', 'Medium cards', 'Large cards'],
  peek: 'Peek',
  useAsCover: 'Use as cover',
  peekPanel: 'Preview of the link',
  nextLink: 'next link',
  closeShort: 'close',
  editShort: 'edit',
  favouriteShort: 'favourite',
  addTag: '+ Tag',
  positionOf: (n: number, all: number) => `${formatNumber(n)} of ${formatNumber(all)}`,
  sort: 'Order',
  newest: 'Newest first',
  oldest: 'Oldest first',
  byHand: 'By hand',
  moveUp: 'Move up',
  moveDown: 'Move down',
  moveToTop: 'Move to the top',
  orderChanged: 'Order changed',
  titleUp: 'Title, A to Z',
  titleDown: 'Title, Z to A',
  hostUp: 'Site, A to Z',
  hostDown: 'Site, Z to A',
  titleShort: 'Title',
  hostShort: 'Site',
  filter: 'Filter',
  filters: 'Filters',
  everyKind: 'All types',
  onlyFavourites: 'Favourites',
  byTag: 'By tag…',
  anyTag: 'Any tag',
  noFilter: (what: string) => `Do not filter by ${what}`,
  clearFilters: 'Clear filters',
  includeSub: 'Include sub-collections',
  tagSearch: 'Find a tag',
  tagNone: 'No tag with that name',
  tagTitle: (n: number, more = false) => `Tag ${more ? `${formatNumber(n)}+ links` : counted(n, 'link')}`,
  tagWay: 'What to do with the tags',
  tagAdd: 'Add tags',
  tagDrop: 'Remove tags',
  tagRequired: 'Tags is required', // as in the specification
  tagUnknown: 'You have no tag with that name',
  newestShort: 'Newest',
  oldestShort: 'Oldest',
  moreTools: 'Search, select and more',
  scope: 'Which links',
  scopeAll: 'All',
  scopeLoose: 'Dashboard',

  title: 'Title',
  tags: 'Tags',
  collection: 'Collection',
  added: 'Added',

  noneFound: 'No links found',
  noneFoundLine: 'Please search again.',
  noneFilteredLine: 'No link matches these filters.',
  noneYet: 'No links found',
  noneYetLine: 'Press Ctrl+L and paste an address to save it here.',
  noneYetOnPhone: 'Tap + and paste an address to save it here.',
  noneYetForReaders: 'Nothing has been saved here yet.',
  noneLoose: 'No links directly in Dashboard',
  failed: 'Couldn’t load your links',
  createNew: 'Create New Link',
  clearSearch: 'Clear search',

  open: 'Open in a new tab',
  edit: 'Edit',
  move: 'Move',
  trash: 'Trash',
  /** Next to 'Trash' on the phone. `owner` is undefined for the person's own links, and '' when the name is unknown. */
  goesTo: (owner: string | undefined) =>
    owner === undefined ? 'Goes to Trash' : `Goes to ${owner === '' ? 'its owner' : owner}’s trash`,
  copy: 'Copy address',
  copied: 'Address was copied',
  /** Short labels of the most frequent actions, on the phone. */
  tiles: { open: 'Open', copy: 'Copy', favourite: 'Favourite' },
  favourite: 'Add to favourites',
  unfavourite: 'Remove from favourites',
  isFavourite: 'Favourite',
  favouritesAdded: (n: number) => `${counted(n, 'link')} added to favourites`,
  favouritesRemoved: (n: number) => `${counted(n, 'link')} removed from favourites`,
  actionsOf: (name: string) => `Actions for ${name}`,
  selectIt: 'Select',
  selectOne: (name: string) => `Select ${name}`,
  note: 'Note',
  quote: 'Quote',
  checklist: 'Checklist',
  uploaded: { 1: 'Uploaded image', 2: 'Uploaded video', 4: 'Uploaded PDF', 5: 'Uploaded audio' } as Record<
    number,
    string
  >,
  moreTags: (n: number) => `+${n}`,
  encrypted: 'Encrypted',
  encryptedLink: 'Encrypted link',
  untitled: 'Untitled',

  summary: ['Images', 'Videos', 'Links', 'Notes', 'Audios'] as const,
  lastUpdated: 'Last Updated',
  summaryLabel: 'Links by category',

  selected: (n: number, more = false) => `${formatNumber(n)}${more ? '+' : ''} selected`,
  rangeTooLong: (n: number) =>
    `You can select up to ${n.toLocaleString('en-US')} in a row. Select all, then deselect what you don’t want.`,
  selectAll: (n: number, more = false) => `Select all ${formatNumber(n)}${more ? '+' : ''}`,
  bulk: 'Selected links',
  bulkMove: 'Move',
  bulkTag: 'Tag',
  bulkExport: 'Export',
  bulkFavourite: 'Favourite',
  bulkTrash: 'Trash',
  /** Commands of the palette. */
  selectedMove: 'Move selected links…',
  selectedTag: 'Tag selected links…',
  selectedExport: 'Export selected links…',
  selectedFavourite: 'Favourite selected links',
  selectedTrash: 'Trash selected links…',
  noneChosen: 'Choose atleast one link', // as in the specification

  saved: 'Link was added successfully',
  triedSaved: (count: number) =>
    count === 1 ? 'The link you tried is saved' : `The ${count} links you tried are saved`,
  triedRefused: (count: number) =>
    count === 1 ? 'One link you tried wasn’t saved' : `${count} links you tried weren’t saved`,
  updated: 'Link was updated successfully',
  restored: (n: number) => `${counted(n, 'link')} ${n === 1 ? 'was' : 'were'} restored`,
  trashAsk: (names: string[], more = false) =>
    names.length === 1 && !more
      ? `Move ${quoted(names[0])} to trash?`
      : `Move ${formatNumber(names.length)}${more ? '+' : ''} links to trash?`,
  /** After they were moved there. */
  inTrash: (n: number) => (n === 1 ? '1 link is in the trash' : `${formatNumber(n)} links are in the trash`),
  trashLine: (n: number) => `${n === 1 ? 'It' : 'They'} can be restored from Trash.`,
  /** For links of another person. `owner` is '' when the name is unknown. */
  trashLineShared: (owner: string, n: number) =>
    n === 1
      ? `It goes to ${owner === '' ? 'its owner' : owner}’s trash.`
      : `They go to ${owner === '' ? 'their owners’' : `${owner}’s`} trash.`,
  /** For links of the person and of others. `owner` is '' for several owners, and when the name is unknown. */
  trashLineMixed: (owner: string) =>
    `Your own links can be restored from Trash; others go to ${owner === '' ? 'their owners’' : `${owner}’s`} trash.`,
}
