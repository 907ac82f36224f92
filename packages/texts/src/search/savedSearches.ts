import { counted, formatNumber } from '../counts.ts'

/** Saved searches: the button of the search page, its dialog, and the entries of the sidebar. */
export const savedSearchTexts = {
  title: 'Saved searches',
  save: 'Save search',
  rename: 'Rename search',
  name: 'Name',
  confirm: 'Save',
  saved: 'Search was saved',
  renamed: 'Search was renamed',
  deleted: 'Saved search was deleted',
  actionsOf: (name: string) => `Actions for the search ${name}`,
  renameMenu: 'Rename',
  delete: 'Delete',
  /** `max`: the count ends there. */
  count: (n: number, max: number) => (n < max ? formatNumber(n) : `${formatNumber(max - 1)}+`),
  /** For screen readers. */
  found: (n: number, max: number) =>
    n < max ? counted(n, 'result') : `more than ${formatNumber(max - 1)} results`,
}
