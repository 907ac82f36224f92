import type { CaptureFormat, CopyFailure, ArchiveMode } from '@nestmark/contract/reading/copies'
import { formatNumber } from '../counts.ts'

type PerFormat = Record<CaptureFormat, string>

/** Copies of pages, and reading them. */
export const copyTexts = {
  setting: 'Keep a copy of pages',
  modes: {
    full: 'Whole page',
    reader: 'Text and pictures',
    never: 'Nothing',
  } satisfies Record<ArchiveMode, string>,
  settingNote: 'For links you save from now on. Each link can have its own setting.',
  /** The choice of a link without its own. @param mode undefined where the owner's choice is not known */
  asInSettings: (mode: ArchiveMode | undefined) =>
    mode === undefined ? 'As the owner chose' : `As in settings: ${copyTexts.modes[mode].toLowerCase()}`,
  ofLink: 'What to keep',

  ofNewLink: 'Copy of the page',

  none: 'No copy yet',
  keeping: 'Keeping a copy',
  copyOf: (date: string) => `Copy of ${date}`,
  noCopy: (why: string) => `No copy: ${why}`,
  off: 'Copies are off',
  failures: {
    noAnswer: 'the site did not answer',
    refused: 'the site refused',
    gone: 'the page is gone',
    robots: 'the site asks programs to stay away',
    slow: 'the site took too long',
    tooLarge: 'the page is too large',
    unreadable: 'the page can’t be read',
    type: 'there is no page at this address',
    noRoom: 'the storage is full',
    storeAway: 'files can’t be reached right now',
  } satisfies Record<CopyFailure, string>,
  tryAgain: 'Try again',

  noNewCopy: (why: string) => `No new copy: ${why}`,
  section: 'Copy of the page',
  actions: 'Actions for the copy',
  dropQuestion: (versions: number) => (versions === 1 ? 'Delete this copy?' : 'Delete all copies?'),
  dropBody: 'You can keep a new copy of the page.',
  dropOfDeleted: 'The page itself is gone, so you can’t keep a new copy.',
  dropped: (versions: number) =>
    versions === 1 ? 'Copy deleted' : `${formatNumber(versions)} copies deleted`,
  restored: (versions: number) =>
    versions === 1 ? 'Copy restored' : `${formatNumber(versions)} copies restored`,
  notRestored: 'Not restored: the page already has the same copy',

  changed: 'This page has changed',
  deleted: 'This page is gone',
  showCopy: 'Show the copy',

  keep: 'Keep a copy',
  keepAgain: 'Keep a new copy',
  keepCollection: 'Keep copies of all pages',
  drop: 'Delete copy',
  dropAll: 'Delete all copies',
  versions: 'Versions',
  dropVersion: 'Delete this version',
  dropVersionQuestion: (date: string) => `Delete the copy of ${date}?`,
  dropVersionBody: 'The other versions stay.',

  keepCapture: { pdf: 'Keep as PDF', screenshot: 'Keep a screenshot' } satisfies PerFormat,
  noCaptures: 'No PDF or screenshot: not available on this server',
  keepNewCapture: { pdf: 'Keep a new PDF', screenshot: 'Keep a new screenshot' } satisfies PerFormat,
  keepingCapture: { pdf: 'Making a PDF', screenshot: 'Taking a screenshot' } satisfies PerFormat,
  captureOf: (format: CaptureFormat, date: string) =>
    format === 'pdf' ? `PDF of ${date}` : `Screenshot of ${date}`,
  dropCapture: { pdf: 'Delete PDF', screenshot: 'Delete screenshot' } satisfies PerFormat,
  dropCaptureQuestion: {
    pdf: 'Delete this PDF?',
    screenshot: 'Delete this screenshot?',
  } satisfies PerFormat,
  dropCaptureBody: 'You can make it again while the page is there.',
  captureDropped: { pdf: 'PDF deleted', screenshot: 'Screenshot deleted' } satisfies PerFormat,
  captureRestored: { pdf: 'PDF restored', screenshot: 'Screenshot restored' } satisfies PerFormat,

  noArticle: 'No article found: this is all the text of the page',
  pictures: (stored: number, wanted: number) =>
    `${formatNumber(stored)} of ${formatNumber(wanted)} ${wanted === 1 ? 'picture' : 'pictures'} saved`,
} as const
