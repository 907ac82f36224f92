import { counted, formatNumber } from './counts.ts'
import { quoted } from './quoted.ts'

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

/** Returns the first names of a list, and the number of the others. */
const listNames = (names: readonly string[]) =>
  listFormat.format([
    ...names.slice(0, 3).map(quoted),
    ...(names.length > 3 ? [`${formatNumber(names.length - 3)} more`] : []),
  ])

/** The trash: its content, restoring, and permanent deletion. */
export const trashTexts = {
  title: 'Trash',
  tabs: 'Trash',
  collections: 'Collections',
  links: 'Links',
  emptyCollections: 'Empty Collection Trash',
  emptyLinks: 'Empty Link Trash',
  lookingCollections: 'Looking for your trash collections',
  lookingLinks: 'Looking for your trash links',
  noCollections: 'No collections found',
  noLinks: 'No links found',
  noLine: 'Trashed items stay here until you delete them permanently.',
  failed: 'Couldn’t load your trash',

  restore: 'Restore',
  remove: 'Permanently delete',
  selectOne: (name: string) => `Select ${name}`,
  noneChosen: 'Select at least one item first',
  actionsOf: (name: string) => `Actions for ${name}`,
  working: 'Working in the background',

  askRestore: (n: number, kind: 'collection' | 'link') =>
    `Restore ${n === 1 ? `this ${kind}` : counted(n, kind)}?`,
  askRemove: (n: number, kind: 'collection' | 'link') =>
    `Permanently delete ${n === 1 ? `this ${kind}` : counted(n, kind)}?`,
  askEmptyCollections: 'Permanently delete all collections in the trash?',
  askEmptyLinks: (n: number) => `Permanently delete ${n === 1 ? 'this link' : `all ${counted(n, 'link')}`}?`,
  willRestore: (names: readonly string[]) => `${listNames(names)} will be restored.`,
  willRemove: (names: readonly string[]) => `${listNames(names)} will be deleted.`,
  /** How much is in a trashed collection, which is one of the collections. */
  contents: (links: number, collections: number) =>
    collections > 1
      ? `${counted(links, 'link')} in ${counted(collections, 'collection')}`
      : counted(links, 'link'),
  /** For a collection with too many descendants to count. */
  contentsAtLeast: (direct: number) => `${counted(direct, 'link')} and many collections`,
  /** What a permanent deletion of collections deletes, with everything inside. */
  deletes: (links: number, collections: number) =>
    `This deletes ${counted(links, 'link')} in ${counted(collections, 'collection')}.`,
  trashedOn: 'Trashed',
  wasIn: (path: string) => `from ${path}`,
  forGood: 'This can’t be undone.',
  background:
    'Collections are processed in the background. This may take a few seconds depending on the number of items.',

  restoredCollections: (n: number) =>
    n === 1
      ? 'Collection was restore successfully' // as in the specification
      : `${formatNumber(n)} collections were restored successfully`,
  emptied: 'Trash is succesfully  Emptied', // as in the specification
  restoredTo: (name: string, parent: string) =>
    `${quoted(name)} was restored to ${parent}, because its old collection no longer exists.`,
  placedMany: (n: number) =>
    `${formatNumber(n)} were restored to other collections, because their old ones no longer exist.`,
  open: 'Open',
}
