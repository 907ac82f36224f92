import { counted, formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

/** The name of each highlight colour, by its number minus one. */
const colours = ['Yellow', 'Blue', 'Pink', 'Green'] as const

/** The page of highlights: the list, its search, comments, menus, import and export. */
export const highlightTexts = {
  title: 'Highlights',
  /** Of the whole library. */
  total: (highlights: number, pages: number) => `${formatNumber(highlights)} on ${counted(pages, 'page')}`,
  found: (highlights: number, pages: number) =>
    `${counted(highlights, 'highlight')} on ${counted(pages, 'page')}`,
  foundMany: (pages: number) => `Highlights on more than ${formatNumber(pages)} pages`,
  count: (n: number) => counted(n, 'highlight'),
  countOf: (n: number, all: number) => `${formatNumber(n)} of ${counted(all, 'highlight')}`,
  looking: 'Looking for your highlights',
  none: 'No highlights found',
  noneLine: 'Text highlighted on web pages through browser extensions will appear here.',
  failed: 'Couldn’t load your highlights',
  getExtension: 'Get the extension',
  clearFilter: 'Show all highlights',

  searchBy: 'Search by',
  /** By the number of the search type. */
  searchTypes: { 1: 'Highlight url', 2: 'Highlight text' },
  shortSearchTypes: { 1: 'Url', 2: 'Text' },
  search: 'Search highlights',
  runSearch: 'Search',

  filter: 'Show highlights by colour',
  all: 'All',
  colours,
  colourOf: (style: number) => colours[style - 1] ?? colours[0],
  withComment: 'With a comment',
  sort: 'Sort highlights',
  newest: 'Newest first',
  oldest: 'Oldest first',

  actions: 'Actions for highlights',
  import: 'Import',
  exportMarkdown: 'Export as Markdown',
  exportCsv: 'Export as CSV',
  exportJson: 'Export as JSON',
  exporting: 'Preparing your highlights',
  exported: (file: string) => `${file} was saved`,
  exportFailed: 'Couldn’t export your highlights',

  pageActions: (title: string) => `Actions for ${quoted(title)}`,
  openPage: 'Open page',
  opensInNewTab: (host: string) => `${host}, opens in a new tab`,
  addToCollection: 'Add to collection',
  addButton: 'Add',
  addTo: (name: string) => `Add to ${name}`,
  copyPage: 'Copy all as Markdown',
  copiedPage: 'Highlights copied',
  deleteAll: 'Delete all highlights',
  /** The question of the specification, for one highlight and for all of a page. */
  askDelete: 'Are you sure you want to delete this highlight?',
  askDeleteLine: (highlights: number, title: string, comments: number) =>
    `This deletes ${counted(highlights, 'highlight')} of ${quoted(title)}${
      comments > 0 ? ` with ${counted(comments, 'comment')}` : ''
    }.`,
  deleted: (n: number) => (n === 1 ? 'Highlight deleted' : `${formatNumber(n)} highlights deleted`),
  restored: (n: number) => (n === 1 ? 'Highlight restored' : `${formatNumber(n)} highlights restored`),
  showAll: (n: number) => `Show all ${formatNumber(n)}`,
  noTitle: 'Untitled page',

  /** What a screen reader says of a row: the colour and the beginning of the text. */
  row: (style: number, text: string) => `${colours[style - 1] ?? colours[0]}: ${text}`,
  highlightActions: 'Actions for the highlight',
  addComment: 'Add comment',
  editComment: 'Edit comment',
  deleteComment: 'Delete comment',
  comment: 'Comment for highlight',
  copyQuote: 'Copy as quote',
  copiedQuote: 'Quote copied',
  copyFailed: 'Couldn’t copy',
  select: 'Select',
  selectOne: (name: string) => `Select ${name}`,
  bulk: 'Selected highlights',
  noneChosen: 'Choose at least one highlight first',
  deleteChosen: 'Delete',
  copyQuotes: 'Copy quotes',
  copiedQuotes: 'Quotes copied',
  openInReader: 'Open in the reader',
  deleteOne: 'Delete highlight',
  more: 'More',
  less: 'Less',
  page: (n: number) => `Page ${formatNumber(n)}`,
  waiting: 'Saved on this device until there is a network',
  notSaved: 'Not saved',
  encrypted: 'Encrypted highlight',
  queuedColour: 'Colour of a highlight',
  queuedComment: 'Comment for highlight',
  needsConnection: 'Needs a connection',

  planUsed: (used: number, limit: number) => `${formatNumber(used)} of ${formatNumber(limit)}`,
  planLine: 'highlights on this page',
  upgrade: 'Upgrade to PRO',

  importTitle: 'Import highlights from the Diigo service',
  importSteps: ['Log in to Diigo', 'Open the export tool', 'Choose RSS format and export', 'Upload the file'],
  upload: 'Upload file',
  uploading: (percent: number) => `Uploading ${percent}%`,
  reading: 'Reading the file',
  notXml: 'Only xml file support', // as in the specification
  tooLarge: 'The file can be up to 10 MB',
  stop: 'Stop',
  hide: 'Close and continue',
  imported: (n: number) => `${counted(n, 'highlight')} imported`,
  nothingImported: 'Nothing new to import',
  importStopped: 'The import was stopped. What was imported stays.',
  importFailed: 'Couldn’t import your highlights',
  importDone: 'Done',
  importAnother: 'Import another file',
  undoImport: 'Undo import',
  report: {
    highlights: 'Highlights',
    pages: 'Pages',
    existing: 'Already there',
    skipped: 'Left out',
    shortened: 'Shortened',
    noRoom: (n: number) => `${counted(n, 'highlight')} had no room on their pages.`,
    rows: 'Left out and shortened',
  },

  keys: {
    title: 'Highlights',
    move: 'Move between highlights',
    colour: 'Yellow, blue, pink, green',
    comment: 'Comment',
    select: 'Select',
    quote: 'Copy as quote',
    open: 'Open in the reader',
    page: 'Open page',
    delete: 'Delete highlight',
  },
}
