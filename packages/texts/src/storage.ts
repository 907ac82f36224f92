import { counted, formatNumber } from './counts.ts'
import { quoted } from './quoted.ts'

/** Returns the numbers of files and page copies, such as '2 files and 1 copy'. Files are named when there is neither. */
const filesAndCopies = (files: number, copies: number): string =>
  [
    ...(files > 0 || copies === 0 ? [counted(files, 'file')] : []),
    ...(copies > 0 ? [counted(copies, 'copy', 'copies')] : []),
  ].join(' and ')

/** The texts of the storage page. Sizes come formatted. */
export const storageTexts = {
  full: 'Full',
  reserved: (size: string) => `${size} reserved for uploads`,
  byCollection: 'By collection',
  withAll: 'including sub-collections',
  shared: (size: string) =>
    `${size} of this is counted more than once, because several links use the same file. Your storage counts each file once.`,
  allCollections: (n: number) => `All ${formatNumber(n)} collections`,
  fewerCollections: 'Show fewer',
  files: (n: number) => counted(n, 'file'),
  copies: (n: number) => (n === 1 ? 'Copy of 1 page' : `Copies of ${formatNumber(n)} pages`),
  largest: 'Links, largest first',
  kinds: { all: 'All', files: 'Files', encrypted: 'Encrypted files', copies: 'Copies' },
  encrypted: 'Encrypted files',
  encryptedLink: 'Encrypted link',
  encryptedFile: 'Encrypted file',
  kindLabel: 'Show',
  everyCollection: 'All collections',
  inCollection: (name: string) => `In: ${name}`,
  open: 'Open',
  showInCollection: 'Show in collection',
  showInTrash: 'Show in trash',
  removeFilesOfOne: 'Remove files, keep link',
  showMore: 'Show more',
  uploaded: ['Uploaded image', 'Uploaded video', 'Uploaded file', 'Uploaded PDF', 'Uploaded audio'],
  inTrash: 'In the trash',
  bandwidthByDay: 'Bandwidth by day',
  busiestDay: (size: string, day: string) => `${size} on ${day}`,
  captures: (n: number) => (n === 1 ? 'PDF or screenshot' : 'PDF and screenshot'),
  versions: (n: number) => (n === 1 ? 'Copy of the page' : `Copy, ${formatNumber(n)} versions`),
  select: (name: string) => `Select ${name}`,
  selected: (n: number, size: string) => `${formatNumber(n)} selected · ${size}`,
  removeFiles: 'Remove files, keep links',
  moveToTrash: 'Trash',
  /** @param name the only link */
  removeAsk: (n: number, name: string) =>
    n === 1 ? `Remove the files of ${quoted(name)}?` : `Remove the files of ${formatNumber(n)} links?`,
  removeLine: (size: string, n: number) =>
    `This frees up to ${size}; files that other links use too stay. The ${n === 1 ? 'link stays' : 'links stay'}. You can undo this for 24 hours.`,
  remove: 'Remove files',
  removed: (size: string) => `${size} freed`,
  removedShared: 'Files removed',
  removedSharedLine: 'Other links still use them, so no room was freed.',
  removing: 'Removing files',
  stop: 'Stop',
  restored: (files: number, copies: number) => `${filesAndCopies(files, copies)} restored`,
  skipped: (n: number) =>
    n === 1
      ? 'One could not be restored, because its link has another one.'
      : `${formatNumber(n)} could not be restored, because their links have others.`,
  restorable: (files: number, copies: number) => `${filesAndCopies(files, copies)} removed`,
  restorableUntil: (time: string) => `can be restored until ${time}`,
  restore: 'Restore',
  cleanUp: 'Clean up',
  trash: 'Trash',
  trashLine: (files: number, links: number) =>
    `${counted(files, 'file')} in ${counted(links, 'link')}. They count until the trash is emptied.`,
  oldCopies: 'Older versions of page copies',
  oldCopiesLine: 'The newest copy of each page stays.',
  pageCaptures: 'PDFs and screenshots of pages',
  pageCapturesLine: 'You can make them again while the page is there.',
  unopened: 'Files nobody has opened for a year',
  unopenedLine: 'Listed before anything is removed.',
  showFiles: 'Show the files',
  filesToRemove: 'Files to clean up',
  inLinks: (n: number) => `In ${counted(n, 'link')}.`,
  willBeFree: (size: string) => `${size} will be free.`,
  nothingTicked: 'Select what you want to remove.',
  undoLine: 'You can undo this for 24 hours.',
  cleanUpButton: (size: string) => `Clean up ${size}`,
  cleanUpAsk: (size: string) => `Free ${size}?`,
  empty: 'No files yet',
  emptyLine: 'Pictures, videos, sounds and documents that you upload are listed here, the largest first.',
  emptyFilter: 'Nothing here',
}
