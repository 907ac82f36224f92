/** Saving copied addresses. */
export const clipboardTexts = {
  ask: 'Allow the product to read from clipboard for saving links quicker?',
  askLine:
    'When you come back to this window, Nestmark offers to save an address you copied. The clipboard never leaves this browser.',
  no: 'No',
  yes: 'Yes',
  thanks: 'Thanks! We will show option to save copied links', // as in the specification
  blocked: 'Your browser doesn’t let Nestmark read the clipboard',
  blockedLine: 'You can allow it in your browser’s settings for this site.',

  save: 'Do you want to save this URL?',
  saveNo: 'No ( n )',
  quick: 'Quick ( q )',
  advanced: 'Advanced ( a )',
  savedIn: (collection: string) => `Already saved in ${collection}`,
  open: 'Open',

  /** A link was saved. */
  savedTo: (collection: string) => `Saved in ${collection}`,
  /** `audience`: for whom the collection is, such as 'Public'. */
  placeFor: (collection: string, audience: string) => `${collection} (${audience})`,
  savedAs: (address: string, collection: string) => `Saved in ${collection} · ${address}`,
  tag: 'Tag',
  move: 'Move',
  undo: 'Undo',
  saveAgain: 'Save again',

  /** A pasted text was not saved. */
  noAddress: 'Not a web address',
  noAddressLine: 'Copy one web address, then paste it here.',
}
