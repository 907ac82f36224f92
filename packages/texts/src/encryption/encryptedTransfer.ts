import { formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

const links = (n: number) => `${formatNumber(n)} ${n === 1 ? 'link' : 'links'}`
const were = (n: number) => `${links(n)} ${n === 1 ? 'was' : 'were'}`

/** Export and import of encrypted links. */
export const encryptedTransferTexts = {
  title: 'Export and import',
  line: 'Bookmark files leave encrypted links out. These files include them.',
  exportEncrypted: 'Export encrypted',
  exportEncryptedLine: 'Opens with your keys only. Import it into any account.',
  exportReadable: 'Export readable',
  exportReadableLine: 'A bookmark file that anyone can read.',
  import: 'Import',
  importLine: 'An encrypted export, into one of your collections.',

  readableAsk: 'Export a readable file?',
  readableBody: (locked: number) =>
    `Anyone who gets the file can read it. ${locked === 0 ? '' : `${links(locked)} whose key isn’t in this browser ${locked === 1 ? 'is' : 'are'} left out. `}The file is made in this browser.`,
  readableConfirm: 'Export readable',
  exporting: 'Exporting encrypted links',
  exported: (n: number) => `${links(n)} exported`,
  nothing: 'No encrypted links to export',
  filesLeftOut: (n: number) => `${were(n)} left out because of ${n === 1 ? 'its' : 'their'} files.`,
  leftOut: (n: number) => `${were(n)} left out: the key isn’t in this browser.`,

  importTitle: 'Import encrypted links',
  importLead: 'Choose a file from “Export encrypted”. Links are encrypted again in this browser.',
  file: 'Encrypted export',
  dropFile: 'Drop an encrypted export, or',
  chooseFile: 'Choose encrypted export',
  wrongFile: 'This is not an encrypted export, or it is damaged.',
  found: (n: number, collections: number) =>
    `${links(n)}${collections === 0 ? '' : ` in ${formatNumber(collections)} ${collections === 1 ? 'collection' : 'collections'}`}`,
  missing: (n: number, names: readonly string[]) =>
    `${links(n)} of ${names.map(quoted).join(', ')} ${n === 1 ? 'needs' : 'need'} another key. Choose its file or enter its secret key.`,
  allOpen: 'All keys are here',
  openKey: 'Open',
  target: 'Import into',
  chooseTarget: 'Choose a collection',
  targetMissing: 'Choose a collection to import into',
  noTarget: 'Encrypt a collection first, or open its key. The links are imported into it.',
  secretLine: 'Collections from the file are created inside and get the same key.',
  submit: (n: number) => `Import ${links(n)}`,
  submitNone: 'Import',
  importing: (name: string) => `Importing into ${quoted(name)}`,
  imported: (n: number) => `${links(n)} imported`,
  notImported: ({
    locked,
    damaged,
    tagsTooLong,
    existing,
  }: Record<'locked' | 'damaged' | 'tagsTooLong' | 'existing', number>) =>
    [
      existing > 0 && `${were(existing)} imported before.`,
      locked > 0 && `${were(locked)} left out: the key is missing.`,
      damaged > 0 && `${were(damaged)} left out: damaged.`,
      tagsTooLong > 0 && `${were(tagsTooLong)} left out: tags too long for the description.`,
    ]
      .filter(Boolean)
      .join(' '),

  bookmarks: (name: string) => `Import into ${quoted(name)}`,
  bookmarksLead:
    'The file is read and encrypted in this browser. Tags, dates, favourites and private notes are included, pictures are not.',
  keepFolders: 'Keep folders as collections',
  keepFoldersLine: 'Needed to give the new collections the same key.',
  rowsLeftOut: ({
    skipped,
    shortened,
    highlights,
  }: {
    skipped: number
    shortened: number
    highlights: number
  }) =>
    [
      highlights > 0 &&
        `${formatNumber(highlights)} ${highlights === 1 ? 'highlight was' : 'highlights were'} left out.`,
      skipped > 0 &&
        `${formatNumber(skipped)} ${skipped === 1 ? 'entry' : 'entries'} left out: no web address.`,
      shortened > 0 && `${formatNumber(shortened)} ${shortened === 1 ? 'link was' : 'links were'} shortened.`,
    ]
      .filter(Boolean)
      .join(' '),
} as const
