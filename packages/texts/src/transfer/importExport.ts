import type { ImportReport } from '@nestmark/contract/transfer/importExport'
import { joinUnit } from '@nestmark/core/plans/storageSize'
import { counted, formatNumber } from '../counts.ts'
import { importEntryTexts } from '../importEntry.ts'
import { notBookmarks, otherFile } from './notBookmarks.ts'

type Unsupported = NonNullable<ImportReport['unsupported']>[number]

/** The reasons why parts of a file are not imported, by number. */
const unsupported: Record<Unsupported['what'], (n: number) => string> = {
  file: n =>
    `The uploaded ${n === 1 ? 'file' : 'files'} of ${counted(n, 'link')}: bookmark files can’t contain them. They are in the ZIP of an export of everything.`,
  skippedFile: n =>
    `Skipped ${formatNumber(n)}: ${n === 1 ? 'its file is' : 'their files are'} not in this format. The ZIP of an export of everything has ${n === 1 ? 'it' : 'them'}.`,
  order: n =>
    `The manual order of links in ${counted(n, 'folder')}: lists are sorted by date, title or site.`,
  private: n =>
    n === 1
      ? '1 link was private; here its collection decides who can see it.'
      : `${formatNumber(n)} links were private; here their collections decide who can see them.`,
  toRead: n => `The to-read mark of ${counted(n, 'link')}: Nestmark has no such mark.`,
  keyword: n => `The keyword of ${counted(n, 'link')}: only browsers have keywords.`,
  feed: n => `The feed of ${counted(n, 'link')}: only its page was imported.`,
  picture: n => `The picture of ${counted(n, 'link')}: only pictures with a web address can be imported.`,
  separator: n => `${counted(n, 'separator')}: lists have none.`,
  archived: n => `The archived mark of ${counted(n, 'link')}: Nestmark has no such mark.`,
  otherFolders: n =>
    `${counted(n, 'link')} ${n === 1 ? 'was' : 'were'} in several folders: the first is the collection, and the others became tags.`,
}

function mb(bytes: number): string {
  if (bytes < 100_000) return joinUnit(Math.max(1, Math.round(bytes / 1000)), 'kB')
  return bytes < 1_000_000_000
    ? joinUnit((bytes / 1_000_000).toFixed(1), 'MB')
    : joinUnit((bytes / 1_000_000_000).toFixed(1), 'GB')
}

const wholeMb = (bytes: number) => `${formatNumber(Math.round(bytes / 1_000_000))} MB`

/** Import and export of bookmarks. */
export const transferTexts = {
  ...importEntryTexts,
  importLine:
    'Import the bookmark file of a browser or another service. Nothing is saved until you have looked at it. A file for a collection with a key stays in this browser.',
  howTo: (maxBytes: number, maxZip: number) =>
    `Export your bookmarks in your browser, or in the settings of Pocket, Raindrop, Instapaper, Pinboard, Readwise and others. HTML, CSV, JSON and OPML files of up to ${wholeMb(maxBytes)} and ZIP files of up to ${wholeMb(maxZip)} are recognised. Everything from Nestmark, as a ZIP, can be larger.`,
  size: mb,
  into: 'Import into',
  tooLarge: (bytes: number) => `Bookmark files can be up to ${wholeMb(bytes)}. This one is larger.`,
  tooLargeZip: (bytes: number) =>
    `A ZIP file can be up to ${wholeMb(bytes)}. Unpack this one and import the files in it.`,
  notHtml: notBookmarks,
  otherFile,
  cutOff: 'The upload was interrupted. Nothing was imported.',

  uploading: 'Uploading the file',
  waiting: 'Waiting for its turn',
  importing: 'Reading',
  finishing: 'Finishing',
  stopping: 'Stopping',
  percent: (part: number) => `${Math.floor(part * 100)}%`,
  /** Without a total: it is known only at the end of the file, and an estimate would jump. */
  rows: (done: number) => `${formatNumber(done)} ${done === 1 ? 'bookmark' : 'bookmarks'} read`,
  soFar: (links: number, folders: number) =>
    `${counted(links, 'link')} in ${counted(folders, 'new collection')}`,
  inBackground: 'This runs in the background. You can close this page.',
  lost: 'The server can’t be reached right now. The import continues there.',
  details: 'Details',

  done: 'Bookmarks were imported successfully',
  nothingNew: 'Nothing new to import',
  nothingNewLine: 'Everything in this file is already in your library.',
  noBookmarks: 'This file has no bookmarks.',
  cancelled: 'The import was stopped',
  cancelledLine: 'What was already imported stays.',
  failed: 'The import failed',
  failedLine: 'What was already imported stays. You can import the same file again; nothing is added twice.',
  report: 'Report',
  /** The pages of imported links are read. */
  pages: {
    label: 'Reading the pages',
    line: 'Titles, descriptions and pictures appear as they are found.',
    counts: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
    stop: 'Stop reading',
  },
  links: 'Links added',
  folders: 'Collections created',
  files: 'Files added',
  filesLeft: 'Files left out',
  skipped: 'Skipped',
  shortened: 'Shortened',
  highlights: 'Highlights added',
  readAs: (format: string) => `Read as ${format}.`,
  noRoom: (left: number) =>
    `${counted(left, 'link')} ${left === 1 ? 'was' : 'were'} not imported: the free plan includes 500 links.`,
  existingTitle: 'Already saved',
  existingLine:
    'You had already saved these addresses. Identical links in the same collection were skipped; the others were added.',
  existingLink: 'Saved as',
  existingIn: 'Saved in',
  folderLeftOut: 'In a folder that you left out',
  unsupportedTitle: 'Not imported',
  unsupported: ({ what, total, rows }: Unsupported) =>
    `${unsupported[what](total)}${rows.length > 0 ? ` Rows: ${rows.map(formatNumber).join(', ')}${total > rows.length ? ', …' : ''}.` : ''}`,
  rowsTitle: 'Skipped or changed',
  rowsMore: (shown: number, all: number) => `The first ${formatNumber(shown)} of ${formatNumber(all)}`,
  row: 'Row',
  reason: 'Reason',
  copy: 'Copy list',
  copied: 'The list was copied',
  download: 'Download list',
  reportFile: 'nestmark-import.txt',
  another: 'Import another file',
  undo: 'Undo import',
  undone: 'Undone',
  show: 'Show',
  showOf: (date: string) => `Show links from ${date}`,
  recent: 'Recent imports',
  recentLine:
    'An import can be undone for 30 days. What it added goes to the trash; links that you moved stay. Highlights are removed, except those that you changed.',
  undoOf: (date: string) => `Undo import of ${date}`,
  summary: (links: number, folders: number) =>
    `${counted(links, 'link')} added, ${counted(folders, 'collection')} created`,

  exportTitle: 'Export',
  exportKind: 'What to export',
  exportBookmarks: 'Bookmarks',
  exportLine:
    'One HTML file with all collections and links, including tags, dates and notes, but without uploaded files and pictures. Browsers and Nestmark can import it.',
  exportEverything: 'Everything',
  everythingLine:
    'A ZIP with the bookmarks, your data as JSON, CSV and Markdown, your files and the copies of pages.',
  /** Shown for the bookmark file. */
  encryptedLeftOut: (n: number) =>
    `${counted(n, 'encrypted link')} ${n === 1 ? 'is' : 'are'} not in this file. The ZIP has ${n === 1 ? 'it' : 'them'}, still encrypted.`,
  exportLeftOut: 'The trash and what others share with you are not included.',
  export: 'Export',
  exporting: 'Creating your file',
  exported: 'Your bookmarks were exported',
  exportStopped: 'The export was stopped',
  nothingSaved: 'No file was saved.',
  /** @param seconds until the server takes the next export of the same kind */
  exportAgain: (seconds: number) =>
    seconds > 0
      ? `You can export it again in ${counted(Math.ceil(seconds / 60), 'minute')}.`
      : 'You can export it again now.',
  exportFile: 'nestmark.html',

  partLinks: 'Bookmarks and data',
  partFiles: 'Files',
  partPages: 'Copies of pages',
  linksInCollections: (links: number, collections: number) =>
    `${counted(links, 'link')} in ${counted(collections, 'collection')}`,
  part: (count: number, bytes: number) => (count === 0 ? 'None' : `${counted(count, 'file')} · ${mb(bytes)}`),
  total: 'Estimated size',
  about: (bytes: number) => `About ${mb(bytes)}`,
  measuring: 'Measuring your library',
  starting: 'Waiting for your browser to start the download',
  downloading: 'Downloading',
  filesSent: (sent: number, all: number) => `${formatNumber(sent)} of ${counted(all, 'file')}`,
  inBrowser: 'Your browser saves the ZIP. You can close this, but keep the browser open.',
  stopExport: 'Stop',
  close: 'Close',
  everythingDone: 'Your library was exported',
  everythingDoneLine: 'The ZIP is in your downloads.',
  everythingMissing: (n: number) =>
    n === 1
      ? '1 file is missing. missing-files.txt in the ZIP names it.'
      : `${formatNumber(n)} files are missing. missing-files.txt in the ZIP lists them.`,
  everythingStopped: 'The export was stopped',
  everythingFailed: 'The download was interrupted',
  everythingIncomplete: 'The ZIP is incomplete and can’t be opened.',

  /** Words in the ZIP of an export of everything. */
  zipCopy: 'copy',
  zipArticle: 'article',
  zipPdf: 'PDF',
  zipScreenshot: 'screenshot',
  zipPoster: 'poster',
  zipMissingTitle: 'These files are not in this ZIP, or not completely:',
  zipLost: 'the file is lost',
  zipIncomplete: 'parts of the file are lost, what is left is in the ZIP',
  zipArriving: 'the file was still being copied, export again later',
}
