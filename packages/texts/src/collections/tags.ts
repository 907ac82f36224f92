import { counted, formatNumber } from '../counts.ts'

const named = (names: readonly string[]) =>
  names.length > 3
    ? `#${names.slice(0, 3).join(', #')} and ${formatNumber(names.length - 3)} more`
    : `#${names.join(', #')}`

/** The tag manager: the list, adding, renaming, merging, deleting, and its messages. */
export const tagsTexts = {
  title: 'Tags',
  count: (n: number) => counted(n, 'tag'),
  found: (n: number) => `${counted(n, 'tag')} found`,
  search: 'Search tags',
  sort: 'Order',
  byName: 'Tag Name',
  byLinks: 'Tag Links',
  name: 'Tag Name',
  links: 'Tag Links',
  categories: 'Links by category',
  linksWord: (n: number) => (n === 1 ? 'link' : 'links'),
  linksOf: (name: string, n: number) => `${counted(n, 'link')} with #${name}`,
  linkCount: (n: number) => counted(n, 'link'),

  none: 'No tags found',
  noneYet: 'Tags you add to links appear here. You can also add some first.',
  noneHere: 'No matching tags.',
  looking: 'Looking for your tags',
  failed: 'Couldn’t load your tags',

  add: 'Add tags',
  addButton: 'Add',
  addField: 'Tags',
  addPlaceholder: '#add-tag',
  addHint: 'Press Enter to add another',
  required: 'Tags is required', // as in the specification
  tooLong: 'Tag length should be below 32 characters',
  twice: (name: string) => `#${name} is already there`,
  remove: (name: string) => `Remove #${name}`,
  added: 'Tag was added successfully',
  addedMany: (n: number) => `${formatNumber(n)} tags were added successfully`,

  edit: 'Edit',
  editTitle: 'Edit tag',
  editField: 'Tag name',
  update: 'Update',
  updated: 'Tag was updated successfully',
  updatedLine: (from: string, to: string) => `#${from} is now #${to}`,
  renamedBack: (name: string) => `The tag is #${name} again`,

  delete: 'Delete',
  askDelete: (names: readonly string[]) =>
    names.length === 1 ? 'Delete this tag?' : `Delete ${counted(names.length, 'tag')}?`,
  /** The number of links of several tags together is unknown: a link may have more than one of them. */
  askDeleteLine: (names: readonly string[], links: number) =>
    names.length === 1
      ? `${named(names)} will be removed from ${counted(links, 'link')}. The links stay.`
      : `${named(names)} will be removed from all links. The links stay.`,
  askDeleteLoose: (names: readonly string[]) => `No links have ${named(names)}.`,
  names: named,
  deleted: (n: number) =>
    n === 1 ? 'Tag was deleted successfully' : `${formatNumber(n)} tags were deleted successfully`,

  merge: 'Merge',
  mergeInto: 'Merge into…',
  mergeTitle: (n: number) => `Merge ${counted(n, 'tag')}`,
  mergeQuestion: 'Which tag should stay?',
  mergeFind: 'Find another tag',
  mergeLine: (names: readonly string[], into: string) =>
    `Links with ${named(names)} get #${into}. ${named(names)} ${names.length === 1 ? 'is' : 'are'} then deleted.`,
  mergeChoose: 'Choose the tag that stays',
  mergeTaken: (name: string) => `#${name} already exists. Merge the two tags?`,
  merged: (n: number, into: string) =>
    n === 1 ? `The tag was merged into #${into}` : `${formatNumber(n)} tags were merged into #${into}`,

  similar: 'Similar tags',
  noneSimilar: 'No similar tags',
  noneSimilarLine: 'No two tags differ only in case, hyphens, plural or one letter.',
  mergeIntoName: (name: string) => `Merge into #${name}`,
  choose: 'Choose…',
  chooseOf: (name: string) => `Choose which of the tags like #${name} stays`,

  broughtBack: (n: number) =>
    n === 1 ? 'The tag is back on its links' : `${formatNumber(n)} tags are back on their links`,

  bulk: 'Selected tags',
  selected: (n: number) => `${formatNumber(n)} selected`,
  selectAll: (n: number) => `Select all ${formatNumber(n)}`,
  selectOne: (name: string) => `Select #${name}`,
  noneChosen: 'Choose at least one tag first',
  twoNeeded: 'Choose at least two tags to merge',
  actionsOf: (name: string) => `Actions for #${name}`,

  following: 'Updating search',
  followingShare: (done: number, total: number) => `${formatNumber(done)} of ${counted(total, 'link')}`,
  followed: 'Search is up to date',
  notFollowed: 'Search couldn’t be updated for some links. Save them again, or contact the administrator.',
}
