import { counted, formatNumber } from './counts.ts'
import { quoted } from './quoted.ts'

const were = (n: number, one: string, many: string) =>
  n === 1 ? one : `${n.toLocaleString('en-US')} ${many}`

const toItems = (n: number, one: string, name?: string) =>
  n === 1 && name !== undefined ? quoted(name) : counted(n, one)

interface Words {
  /** What the job will do, after 'Waiting to'. */
  next: (n: number) => string
  /** While a job is running. */
  going: (n: number) => string
  done: (n: number) => string
}

/** The progress and success messages of each action. */
export const actionTexts = {
  words: {
    moveLinks: {
      next: n => `move ${counted(n, 'link')}`,
      going: n => `Moving ${counted(n, 'link')}`,
      done: n => `${counted(n, 'link')} ${n === 1 ? 'was' : 'were'} moved`,
    },
    trashLinks: {
      next: n => `trash ${counted(n, 'link')}`,
      going: n => `Trashing ${counted(n, 'link')}`,
      done: n => were(n, 'Link was deleted successfully', 'Links were deleted successfully'),
    },
    restoreLinks: {
      next: n => `restore ${counted(n, 'link')}`,
      going: n => `Restoring ${counted(n, 'link')}`,
      done: n => `${counted(n, 'link')} ${n === 1 ? 'was' : 'were'} restored`,
    },
    tagLinks: {
      next: n => `tag ${counted(n, 'link')}`,
      going: n => `Tagging ${counted(n, 'link')}`,
      done: n => `${counted(n, 'link')} ${n === 1 ? 'was' : 'were'} tagged`,
    },
    favouriteLinks: {
      next: n => `update favourites for ${counted(n, 'link')}`,
      going: n => `Updating favourites for ${counted(n, 'link')}`,
      done: n => `Favourites updated for ${counted(n, 'link')}`,
    },
    mergeLinks: {
      next: n => `merge ${counted(n, 'link')}`,
      going: n => `Merging ${counted(n, 'link')}`,
      done: n => `Merged ${counted(n, 'link')} into others`,
    },
    applyRules: {
      next: n => `go through ${counted(n, 'link')}`,
      going: n => `Going through ${counted(n, 'link')}`,
      done: n => (n === 0 ? 'No links needed a change' : `Changed ${counted(n, 'link')}`),
    },
    deleteLinks: {
      next: n => `permanently delete ${counted(n, 'link')}`,
      going: n => `Permanently deleting ${counted(n, 'link')}`,
      done: n => were(n, 'Link was deleted successfully', 'Links were deleted successfully'),
    },
    updateAddresses: {
      next: n => `update the addresses of ${counted(n, 'link')}`,
      going: n => `Updating the addresses of ${counted(n, 'link')}`,
      done: n => (n === 1 ? '1 link has its new address' : `${formatNumber(n)} links have their new address`),
    },
    moveCollections: {
      next: n => `move ${counted(n, 'collection')}`,
      going: n => `Moving ${counted(n, 'collection')}`,
      done: n => `${n.toLocaleString('en-US')} collection(s) ${n === 1 ? 'was' : 'were'} moved successfully`,
    },
    trashCollections: {
      next: n => `trash ${counted(n, 'collection')}`,
      going: n => `Trashing ${counted(n, 'collection')}`,
      done: n => were(n, 'Collection was trashed successfully', 'collections were trashed successfully'),
    },
    restoreCollections: {
      next: n => `restore ${counted(n, 'collection')}`,
      going: n => `Restoring ${counted(n, 'collection')}`,
      done: n => were(n, 'Collection was restore successfully', 'collections were restored successfully'), // as in the specification
    },
    deleteCollections: {
      next: n => `permanently delete ${counted(n, 'collection')}`,
      going: n => `Permanently deleting ${counted(n, 'collection')}`,
      done: n => were(n, 'Collection was deleted successfully', 'collections were deleted successfully'),
    },
    copyCollection: {
      next: n => `copy ${counted(n, 'link')}`,
      going: n => `Copying ${counted(n, 'link')}`,
      done: n => `Copied ${counted(n, 'link')}`,
    },
    transferOwnership: {
      next: () => 'become the owner',
      going: () => 'Changing the owner',
      done: n => (n === 0 ? 'The offer was withdrawn' : 'You now own the collection'),
    },
    keepCollection: {
      // The number is not known before the first answer.
      next: n => (n === 0 ? 'keep copies' : `keep the pages of ${counted(n, 'link')}`),
      going: n => (n === 0 ? 'Keeping copies' : `Keeping the pages of ${counted(n, 'link')}`),
      done: n => (n === 0 ? 'All pages have copies' : `Kept copies of ${counted(n, 'page')}`),
    },
    undo: { next: () => 'undo', going: () => 'Undoing', done: n => `${counted(n, 'item')} changed back` },
  } satisfies Record<string, Words>,
  undone: (what: string) => `Undone: ${what}`,
  /** What an undo did, after 'Undone:', by the action that was undone. A single item is called by its name. */
  undoneTitles: {
    importHighlights: n => `${toItems(n, 'highlight')} removed`,
    moveLinks: (n, name) => `${toItems(n, 'link', name)} moved back`,
    reorderLinks: (n, name) => `${toItems(n, 'link', name)} moved back`,
    trashLinks: (n, name) => `${toItems(n, 'link', name)} restored`,
    restoreLinks: (n, name) => `${toItems(n, 'link', name)} moved back to the trash`,
    tagLinks: (n, name) => `tags of ${toItems(n, 'link', name)} restored`,
    favouriteLinks: (n, name) =>
      `favourite ${n === 1 ? 'mark' : 'marks'} of ${toItems(n, 'link', name)} restored`,
    mergeLinks: () => 'the merged links are separate again',
    applyRules: (n, name) => `${toItems(n, 'link', name)} changed back`,
    moveCollections: (n, name) => `${toItems(n, 'collection', name)} moved back`,
    trashCollections: (n, name) => `${toItems(n, 'collection', name)} restored`,
    restoreCollections: (n, name) => `${toItems(n, 'collection', name)} moved back to the trash`,
    updateAddresses: (n, name) =>
      `previous ${n === 1 ? 'address' : 'addresses'} of ${toItems(n, 'link', name)} restored`,
    addLinks: (n, name) => `${toItems(n, 'link', name)} moved to the trash`,
    addCollections: (n, name) => `${toItems(n, 'collection', name)} moved to the trash`,
    editLink: (n, name) => `previous version of ${toItems(n, 'link', name)} restored`,
    editCollection: (n, name) =>
      `previous name and description of ${toItems(n, 'collection', name)} restored`,
    import: () => 'the import is in the trash',
    copyCollection: () => 'the copy is in the trash',
  } satisfies Record<string, (n: number, name?: string) => string>,
  nothingUndone: 'Nothing was undone',
  copyOpen: 'Open',
  /** While the job of an action is queued. */
  waiting: (next: string) => `Waiting to ${next}`,
  background: 'This runs in the background and may take a few seconds.',
  stop: 'Stop',
  stopping: 'Stopping',
  stopped: (n: number) => `Stopped. ${n.toLocaleString('en-US')} done.`,
  failed: 'This couldn’t be finished',
  noneArchived: 'No copies could be kept',
  notArchived: (n: number) => `${counted(n, 'page')} couldn’t be kept.`,
  left: (n: number) =>
    `${n.toLocaleString('en-US')} ${n === 1 ? 'has' : 'have'} changed since and ${n === 1 ? 'stays' : 'stay'} as ${n === 1 ? 'it is' : 'they are'}.`,
  restoredTo: (n: number) =>
    n === 1
      ? 'One was restored to another collection, because its old one no longer exists.'
      : `${formatNumber(n)} were restored to other collections, because their old ones no longer exist.`,
  running: 'In the background',
  percent: (share: number) => `${Math.floor(share * 100)}%`,
}
