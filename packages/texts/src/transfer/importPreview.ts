import { counted, formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'
import { nameFormat } from './importFormats.ts'

const plural = (n: number, one: string, many: string) => (n === 1 ? one : many)

/** Returns the program that wrote a file, from the name of its format; '' when the format does not tell it. */
const sourceOf = (format: string) =>
  / of ([A-Z][\w.]*(?: [A-Z][\w.]*)*)(?: \(|$)/.exec(nameFormat(format))?.[1] ?? ''

/** The page that shows an import before anything is saved. */
export const importPreviewTexts = {
  title: 'Look first, then import',
  tab: 'Import',
  nothingYet: 'Nothing has been saved yet',
  offline: 'The file is waiting for the network',
  reading: (links: number) => `${counted(links, 'link')} so far`,
  readingLine: 'Nothing is saved until you have looked at it.',
  otherFile: 'Another file',
  readToEnd: 'Read to the end',
  breaksOff: (row: number) => `Breaks off at line ${formatNumber(row)}`,
  breaksOffLine: (links: number) => `${counted(links, 'link')} before that can be imported.`,
  savedBetween: (first: number, last: number) =>
    first === last ? `saved in ${first}` : `saved between ${first} and ${last}`,
  format: (format: string) => {
    const name = nameFormat(format)
    return name.charAt(0).toUpperCase() + name.slice(1)
  },
  empty: 'No links in this file',
  emptyLine: 'Choose the file your browser or app exported.',

  counts: {
    links: (n: number) => plural(n, 'link', 'links'),
    collections: (n: number) => plural(n, 'collection', 'collections'),
    tags: (n: number) => plural(n, 'tag', 'tags'),
    notes: (n: number) => plural(n, 'note', 'notes'),
    highlights: (n: number) => plural(n, 'highlight', 'highlights'),
    levels: (n: number) => plural(n, 'level deep', 'levels deep'),
  },
  becomes: (rows: number) => `What happens to the ${counted(rows, 'link')}`,
  bar: (fresh: number, existing: number, left: number) =>
    `${formatNumber(fresh)} new, ${formatNumber(existing)} already there, ${formatNumber(left)} left out`,
  fresh: (n: number) => plural(n, 'is new', 'are new'),
  freshLine: 'With their notes, tags and dates',
  existing: (n: number) => plural(n, 'is in your library already', 'are in your library already'),
  existingLine: 'The same address, apart from tracking',
  existingChoice: 'Links in your library already',
  leaveOut: 'Leave out',
  addTags: 'Add tags and notes',
  keepBoth: 'Keep both',
  left: (n: number) => plural(n, 'is left out', 'are left out'),
  list: 'List',
  listFile: 'left-out.csv',
  listHead: ['Row', 'Reason', 'Title', 'Address'],
  shortened: (n: number) => plural(n, 'is shortened', 'are shortened'),
  over: (links: number, collections: number) =>
    `${[links > 0 && counted(links, 'link'), collections > 0 && counted(collections, 'collection')].filter(Boolean).join(' and ')} ${plural(links + collections, 'does', 'do')} not fit in the free plan.`,
  years: 'When you saved them',
  year: (year: number, links: number) => `${year}: ${counted(links, 'link')}`,

  columns: 'What the columns are',
  column: (n: number) => `Column ${n}`,
  roleOf: (column: string) => `What ${quoted(column)} is`,
  noSample: 'Empty',
  roles: {
    address: 'Address',
    title: 'Title',
    tags: 'Tags',
    folder: 'Folder',
    note: 'Note',
    added: 'Date',
    favourite: 'Favourite',
    none: 'Leave out',
  },

  where: 'Where it goes',
  into: {
    new: 'Into one new collection',
    beside: 'Next to my collections',
    into: 'Into one of my collections',
  },
  atTop: (top: number, joining: number) =>
    `${formatNumber(top)} at the top${joining > 0 ? `, ${formatNumber(joining)} ${plural(joining, 'joins', 'join')} yours` : ''}`,
  collection: 'Collection',
  newName: (format: string, date: string) => {
    const source = sourceOf(format)
    return source === '' ? `Imported on ${date}` : `${source}, ${date}`
  },
  sameNamed: 'Collections of the same name',
  join: 'Merge',
  apart: 'Keep apart',
  folders: 'Folders become',
  collections: 'Collections',
  tags: 'Tags',
  states: 'Unread, archived, private as tags',
  pictures: 'Fetch pictures afterwards',
  picturesLine: 'The ones that the file names, one a second for each site',
  pages: 'Read the pages afterwards',
  pagesLine: 'For titles, descriptions and pictures that the file lacks, one a second for each site',
  tree: 'How it will be arranged',
  openAll: 'Expand all',
  foldAll: 'Collapse',
  fold: (name: string) => `Folders in ${quoted(name)}`,
  importFolder: (name: string) => `Import ${quoted(name)}`,
  isOut: 'left out',
  joins: 'joins yours',
  directly: (links: number) => `${counted(links, 'link')} without a collection`,
  more: (n: number) => `and ${formatNumber(n)} more`,
  undoLine: 'You can undo the whole import for 30 days.',
  start: (links: number) => `Import ${counted(links, 'link')}`,

  stop: 'Stop',
  undo: 'Undo this import',
  open: 'Open the collections',
}
