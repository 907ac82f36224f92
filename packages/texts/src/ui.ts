/** Words of the small parts that every page shares. */
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
  selecting: 'Selecting',
  skipToContent: 'Skip to content',
}
