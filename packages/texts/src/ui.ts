import { formatNumber } from './counts.ts'

/** Texts of the small components that every page shares. */
export const uiTexts = {
  close: 'Close',
  cancel: 'Cancel',
  ok: 'OK',
  save: 'Save',
  dismiss: 'Dismiss',
  more: 'More',
  retry: 'Try again',
  clearSearch: 'Clear search',
  breadcrumb: 'Breadcrumb',
  moreLevels: 'Levels in between',
  messages: 'Messages',
  select: 'Select',
  share: 'Share',
  sharedBy: (name: string) => `Shared by ${name}`,
  selecting: 'Selecting',
  selectAll: 'Select all',
  selectFirst: (n: number) => `Select the first ${formatNumber(n)}`,
  selected: (n: number) => `${n.toLocaleString('en-US')} selected`,
  actions: 'Actions',
  apply: 'Apply',
  skipToContent: 'Skip to content',
}
