import { counted, formatNumber } from '../counts.ts'

/** Highlights in the reader and the PDF viewer, on the page of a link and next to a list. */
export const readerHighlightTexts = {
  title: 'Highlights',
  one: 'Highlight',
  show: 'Show highlights',
  hide: 'Hide highlights',
  close: 'Close highlights',
  /** The toolbar at the selected words. */
  bar: 'Highlight the selected words',
  colours: 'Colour',
  highlightIn: (colour: string) => `Highlight in ${colour.toLowerCase()}`,
  comment: 'Highlight and comment',
  position: (index: number, total: number) => `highlight ${formatNumber(index)} of ${formatNumber(total)}`,
  total: (n: number) => counted(n, 'highlight'),
  goTo: (colour: string, text: string) => `${colour}: ${text}`,
  noPlace: (n: number) => `${formatNumber(n)} more, not on the page any more`,
  missing: 'Not on the page any more',
  changed: 'Changed on the page',
  now: 'Now:',
  more: (n: number) => `+${formatNumber(n)}`,
  noneLine: 'Select words to highlight them.',
  tooLong: (length: number, limit: number) =>
    `${formatNumber(length)} characters; at most ${formatNumber(limit)} are saved`,
  noKey: 'Unlock this link to highlight it',
  picture: 'This page is a picture: nothing to select',
  queued: 'Highlight',
  showAll: (n: number) => `Show all ${formatNumber(n)}`,
  keys: 'Move between them in the reader',
} as const
