import { formatNumber } from '../counts.ts'

/** Adding and editing a link: the choice of a category, the form, its preview, and its errors. */
export const linkFormTexts = {
  choose: 'What would you like to save?',
  chooseHint: 'Start with choosing a category below',
  chooseKeys: ', or type its number and press Enter.',
  kinds: {
    1: 'Pictures and pins',
    2: 'Videos and clips',
    3: 'Pages and places',
    4: 'Notes, quotes, articles',
    5: 'Podcasts, music, voice',
  } as Record<number, string>,
  pasteHint: 'Paste an address here',
  paste: 'Paste',
  continue: 'Continue',

  add: 'Add Link',
  edit: 'Edit Link',
  category: 'Category',
  link: 'Link',
  title: 'Title',
  description: 'Description',
  noteKind: 'Note type',
  noteKinds: { 1: 'Notes / Article', 2: 'Quote', 4: 'Checklist' } as const,
  tags: 'Tags',
  tagsPlaceholder: '#add-tag',
  collection: 'Collection',
  optional: 'Optional',
  /** @param inNote the larger limit of notes, where another one applies */
  descTooLong: (length: number, max: number, inNote: number | null) =>
    `${formatNumber(length)} characters. Up to ${formatNumber(max)} can be saved${inNote === null ? '' : `, or ${formatNumber(inNote)} in a note`}.`,

  fetching: 'Fetching…',
  fetched: 'Fetched',
  notFetched: 'No preview, but you can save it',
  /** The specification's fixed name for a post of the short-message site. */
  post: 'Tweet',

  savedIn: 'Already saved in',
  savedHere: 'Already saved in this collection',
  savedMore: (n: number) => `and ${formatNumber(n)} more`,
  openSaved: 'Open',
  moveHere: 'Move it here',
  saveAnyway: 'Save anyway',
  movedHere: (collection: string) => `Moved to ${collection}`,

  save: 'Save',
  update: 'Update',
  back: 'Back',
  escCloses: 'close',

  tagsTooMany: (max: number) => `A link can have at most ${max} tags`,
  suggested: 'Suggested',
  suggestions: 'Your tags',
  addSuggested: (name: string) => `Add #${name}`,
  ownTags: (n: number) => (n === 1 ? 'One of your tags' : `${n} of your tags`),
  fitting: (n: number) => `${n === 1 ? 'One' : n} of your tags may fit this page`,

  items: 'Items',
  item: (n: number) => `Item ${n}`,
  itemPlaceholder: 'To-do',
  itemDone: (n: number) => `Item ${n} is done`,
  itemUp: (n: number) => `Move item ${n} up`,
  itemDown: (n: number) => `Move item ${n} down`,
  itemRemove: (n: number) => `Remove item ${n}`,
  itemAdd: 'Add item',
  itemsNone: 'Add at least one item',
  itemsTooMany: (max: number) => `A checklist can have up to ${max} items`,
  itemMoved: (n: number) => `Moved to position ${n}`,

  preview: 'Preview',
  removePicture: 'Remove picture',
  keepPicture: 'Restore picture',
  embedOptions: 'Embed options',
  embedTitle: 'Following embeds are supported currently', // as in the specification
  embedDisclaimer:
    'All names and brands belong to their owners. They are listed here only to show which players are supported.',
  embedOk: 'Ok',
  plainBefore: 'This page doesn’t play inline. ',
  plainAfter: ' lists the sites that do.',
  playsInline: (site: string) => `${site} is shown inline.`,
  /** For a site whose addresses do not contain the player: it is found when the page is read. */
  mayPlayInline: (site: string) => `${site} is shown inline if the page has a player.`,
  hasNoPlayer: (site: string) => `No player found on this page, so ${site} opens on its own page. `,
  soundFile: 'A sound file',
  playsAs: (site: string, category: string) => `${site} is shown inline when it is saved as ${category}.`,
  saveAs: (category: string) => `Save as ${category}`,

  pick: 'Choose a collection',
  inside: (way: string) => `in ${way}`,
  /** `owner` is '' where the name is not known. */
  sharedBy: (owner: string) => (owner === '' ? 'shared with you' : `shared by ${owner}`),
  newCollection: 'New',
  newIn: (name: string) => `New collection in ${name}`,
  newMake: 'Create',

  draftOf: 'Not saved yet:',
  draftUntitled: 'an untitled link',
  draftContinue: 'Continue',
  draftDiscard: 'Discard',
  draftEdit: 'You have unsaved changes to this link.',
  draftRestore: 'Show my changes',
  draftSaved: 'Your text is saved',
  draftSavedLine: 'You can continue the next time you add a link.',
  draftSavedEdit: 'You can continue the next time you edit this link.',

  notSaved: 'Not saved.',
  noAccess: 'You no longer have access to this link.',
  noEdit: 'You can no longer edit this link.',
  offline: 'You are offline.',
  storedHere: 'Your text is saved on this device.',
  retry: 'Retry',
}
