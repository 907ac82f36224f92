import { formatNumber } from '../counts.ts'

/** The bar that finds words in a document or an article. */
export const findTexts = {
  matchOf: (current: number, total: number) => `${formatNumber(current)} of ${formatNumber(total)}`,
  searching: 'Searching',
  noMatch: 'No match',
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
  close: 'Close',
}
