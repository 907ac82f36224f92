import type { ActivityKind } from '@nestmark/contract/eventTypes'
import { counted } from './counts.ts'
import { quoted } from './quoted.ts'

const verbs: Record<ActivityKind, string> = {
  add_links: 'added',
  change_link: 'changed',
  tag_links: 'tagged',
  move_links_here: 'moved',
  move_links_away: 'moved',
  remove_links: 'removed',
  restore_links: 'restored',
  add_folders: 'added',
  change_folder: 'changed the name or description of',
  move_folders_here: 'moved',
  move_folders_away: 'moved',
  remove_folders: 'removed',
  restore_folders: 'restored',
}

/** The activity list of a shared collection. */
export const activityTexts = {
  of: (name: string) => `Activity in ${name}`,
  intro: 'What happened here and in sub-collections while they were shared, in the last 90 days.',
  looking: 'Loading activity',
  failed: 'Couldn’t load the activity',
  none: 'No activity yet',
  noneLine: 'While this collection is shared, what people add, change, move or remove appears here.',
  earlier: 'Show earlier activity',
  loading: 'Loading earlier activity',
  today: 'Today',
  yesterday: 'Yesterday',
  you: 'You',
  pastMember: 'A former member',
  undo: 'Undo',
  undoOf: (what: string) => `Undo: ${what}`,
  undone: (by: string, time: string) => `Undone by ${by || 'a former member'}, ${time}`,

  verb: (kind: ActivityKind): string => verbs[kind],
  /** The subject before the names: 'the collection' or '12 links:'. */
  what(kind: ActivityKind, count: number, names: number): string {
    const folders = kind.includes('folder')
    const noun = folders ? 'collection' : 'link'
    if (kind === 'change_folder') return ''
    if (count === 1 || kind === 'change_link') {
      if (names === 0) return `a ${noun}`
      return folders ? 'the collection' : ''
    }
    return names === 0 ? counted(count, noun) : `${counted(count, noun)}:`
  },
  quoted,
  more: (n: number) => `and ${n.toLocaleString('en-US')} more`,
  times: (n: number) => `${n.toLocaleString('en-US')} times`,
  /** The words before the other collection, when it is not the collection itself. */
  renderCollection(kind: ActivityKind): string {
    if (kind.startsWith('add')) return 'to'
    return kind.startsWith('remove') ? 'from' : 'in'
  },
  here: 'here',
  from: 'from',
  fromElsewhere: 'from elsewhere',
  to: 'to',
  away: 'away',
  outOf: 'out of',
  elsewhere: 'to another place',
}
