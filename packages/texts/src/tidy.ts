import { counted, formatNumber } from './counts.ts'
import { quoted } from './quoted.ts'

/** The page that lists what can be tidied. */
export const tidyTexts = {
  title: 'Tidy',
  total: (n: number) => (n === 0 ? '' : `${formatNumber(n)} to look at`),
  groups: {
    duplicates: { title: 'Duplicate links', line: 'Saved more than once.' },
    broken: { title: 'Broken links', line: 'No good answer at the last check.' },
    untagged: { title: 'Links without tags', line: 'Tag them, or keep them as they are.' },
    forgotten: {
      title: 'Long forgotten',
      line: 'Not changed, noted, read or played here for over a year. Favourites are left out.',
    },
    similarTags: { title: 'Similar tags', line: 'They differ only in case, hyphens, plural or one letter.' },
  },
  showAll: (n: number) => `Show all ${formatNumber(n)}`,
  open: 'Open',
  showAllOf: (text: string, group: string) => `${text}: ${group}`,
  links: (n: number) => counted(n, 'link'),
  actions: (title: string) => `Actions for ${quoted(title)}`,
  merge: 'Merge',
  mergeTags: 'Merge tags',
  mergedInto: (name: string) => `into #${name}`,
  distinct: 'Not duplicates',
  update: 'Update the address',
  ignore: 'Ignore',
  tag: 'Add tags',
  keep: 'Keep',
  trash: 'Trash',
  trashOthers: 'Trash all but the first',
  savedOn: (day: string) => `saved ${day}`,
  dismissed: 'Kept',
  dismissedLine: { untagged: 'It stays without tags.', forgotten: 'It is not listed here for a year.' },
  listedAgain: 'Listed again',

  none: 'All tidy',
  /**
   * Claims only what was looked for.
   * @param hasFinders the plan finds duplicates and broken links
   * @param isChecked broken links were looked for
   */
  noneLine: (hasFinders: boolean, isChecked: boolean) => {
    if (!hasFinders) return 'No link is without tags or forgotten.'
    return `Nothing is saved twice, ${isChecked ? 'broken, ' : ''}without tags or forgotten.`
  },
  noneOfGroup: 'None left',
  back: 'Everything else to tidy',
  looking: 'Looking through your links',
  failed: 'Couldn’t look through your links',
  neverChecked: 'Your links haven’t been checked for broken ones yet.',
  pro: 'Duplicate and broken links are found with PRO.',
  upgrade: 'Upgrade to PRO',

  keys: {
    title: 'Tidy',
    moves: 'Next or previous item',
    tag: 'Add tags',
    keep: 'Keep, ignore, not duplicates',
    merge: 'Merge',
    update: 'Update the address',
    trash: 'Trash',
  },
} as const
