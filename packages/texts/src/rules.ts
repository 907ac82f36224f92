import { counted } from './counts.ts'
import { quoted } from './quoted.ts'

/** The rules for links: their tab of the settings, their form, and the test of them. */
export const ruleTexts = {
  make: 'Make a rule',
  applyAll: 'Apply to library',
  none: 'No rules yet',
  noneLine: 'For example: links from youtube.com get the tag #video.',
  list: 'Rules',
  loading: 'Loading rules…',
  failed: 'Couldn’t load the rules',
  limitReached: (max: number) => `You have ${max} rules. Delete one to make another.`,

  on: 'On',
  off: 'Off',
  switch: (rule: string) => `Rule: ${rule}`,
  actionsOf: (rule: string) => `Actions for the rule: ${rule}`,
  edit: 'Edit',
  apply: 'Apply to library…',
  up: 'Move up',
  down: 'Move down',
  delete: 'Delete',
  deleted: 'Rule was deleted',
  saved: 'Rule was saved',

  /** The conditions of a rule in its row. */
  every: 'Every link',
  site: (host: string) => `from ${host}`,
  pathStart: (path: string) => `under ${path}`,
  path: (text: string) => `with ${quoted(text)} in the address`,
  title: (text: string) => `with ${quoted(text)} in the title`,
  tag: (tag: string) => `tagged #${tag}`,
  feed: (title: string) => `from the feed ${title}`,
  links: (parts: readonly string[]) => `Links ${parts.join(', ')}`,

  /** Its actions. */
  addTags: (tags: readonly string[]) => `add ${tags.map(tag => `#${tag}`).join(' ')}`,
  moveTo: (name: string) => `move to ${name}`,
  move: 'move',
  favourite: 'add to favourites',
  siteName: 'remove the site’s name from the title',
  removeText: (text: string) => `remove ${quoted(text)} from the title`,
  tracking: 'remove tracking from the address',
  actions: (parts: readonly string[]) => {
    const all = parts.join(', ')
    return all.charAt(0).toUpperCase() + all.slice(1)
  },
  problem: {
    trash: (name: string) => `${name} is in the trash, so links aren’t moved.`,
    encrypted: (name: string) => `${name} is encrypted, so links aren’t moved.`,
    lost: 'The collection is gone, so links aren’t moved.',
    feedDeleted: 'The feed was removed, so this rule does nothing.',
  },

  formNew: 'Make a rule',
  formEdit: 'Edit rule',
  when: 'When a link',
  whenLine: 'Everything you fill in must match. Leave all of it empty for every link.',
  thenDo: 'Then',
  hostField: 'Is from the site',
  pathField: 'Has in its address',
  pathHint: 'or starts with /path',
  titleField: 'Has in its title',
  tagField: 'Has the tag',
  feedField: 'Comes from the feed',
  anyFeed: 'Any, or none',
  feedLine: 'Feeds are matched as entries arrive, not for links you have.',
  collectionField: 'Move to',
  stays: 'Don’t move',
  favouriteField: 'Add to favourites',
  siteNameField: 'Remove the site’s name from the title',
  trackingField: 'Remove tracking from the address',
  removeField: 'Remove from the title',
  save: 'Save',

  /** The test. */
  testing: 'Looking at your links…',
  wouldChange: (n: number) =>
    n === 0 ? 'No saved links would change' : `Would change ${counted(n, 'link')}`,
  alsoApply: (n: number) => (n === 1 ? 'Change this link too' : `Change these ${counted(n, 'link')} too`),
  newTags: (tags: readonly string[]) => tags.map(tag => `#${tag}`).join(' '),
  newCollection: (name: string) => `moves to ${name}`,
  newFavourite: 'favourite',
  applyTitle: 'Apply to library',
  applyOne: 'This goes through the links you have saved. You can undo it.',
  applyConfirm: (n: number) => `Change ${counted(n, 'link')}`,
  close: 'Close',
} as const
