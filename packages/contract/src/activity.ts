import * as z from 'zod/mini'
import { placed } from './collections.ts'
import type { ActivityKind } from './eventTypes.ts'
import { undo } from './jobs.ts'
import { operation } from './operation.ts'
import { type Collection, id, type Link, page, time } from './shapes.ts'

/** What somebody did in a shared collection. What is moved within what one looks at is told once, where it went. */
export const activityKind = z.enum([
  'add_links',
  'change_link',
  'tag_links',
  'move_links_here',
  'move_links_away',
  'remove_links',
  'restore_links',
  'add_folders',
  'change_folder',
  'move_folders_here',
  'move_folders_away',
  'remove_folders',
  'restore_folders',
] satisfies ActivityKind[])
export type { ActivityKind }

const place = z.object({ _id: id, name: z.string() })

export const activity = z.object({
  _id: id,
  kind: activityKind,
  create_date: time,
  /** Who did it; null when the account is gone. */
  by: z.nullable(z.object({ name: z.string(), is_me: z.boolean() })),
  /** Where: the collection that was asked for, or one beneath it. */
  folder: place,
  /** Where moved things came from or went to; null where the caller may not see it. */
  other: z.nullable(place),
  /** How many links or collections; of a link that was changed, how often. */
  count: z.number(),
  /** A few of them by name, as far as the caller may see them now. `_id` is null for what is gone. */
  things: z.array(z.object({ _id: z.nullable(id), name: z.string(), in_trash: z.boolean() })),
  /** The caller may take it back. */
  can_undo: z.boolean(),
  /** It was taken back. */
  undone: z.nullable(z.object({ date: time, by: z.string() })),
})
export type Activity = z.output<typeof activity>

export const getFolderActivity = operation({
  path: 'get-folder-activity',
  summary:
    'Who did what in a shared collection and all beneath it, the newest first, 50 a page; for its owner and members. It is kept for 90 days.',
  input: z.object({ folder_id: id, page }),
  output: z.array(activity),
  errors: ['collections.notFound', 'activity.membersOnly'],
  reads: ['collections', 'links', 'shares', 'tags'],
})

export const undoActivity = operation({
  path: 'undo-activity',
  summary:
    'Takes back what stands in an activity list, within a week, for whoever may do the opposite there. An addition goes to the trash, an edited thing says again what it said before, and lies where it lay if the same edit moved it. ' +
    'What was changed since stays as it is: of an edit, both versions come with the refusal. More than 5 by a job (202).',
  input: z.object({ activity_id: id }),
  output: z.object({ changed: z.number(), left: z.number(), placed, job: z.optional(id) }),
  errors: ['undo.gone', 'undo.running', 'undo.notAllowed', 'activity.changedSince'],
  touches: undo.touches,
})

/** What a link said before an edit that cannot be taken back because something else was changed since. */
export interface FormerLink {
  link: string
  name: string
  desc: string
  category: number
  subCategory: string | null
  check_list: { text: string; done: boolean }[] | null
  tags: string[]
  /** Address of its picture; '' where that is the page's own, or none. */
  thumbnail: string
  /** Where it would lie again, when the same edit moved it. */
  parent?: string
}

/** The data of the refusal `activity.changedSince`: both versions of a link or of a collection. */
export type ChangedSince =
  | { former: FormerLink; link: Link }
  | { former: Pick<Collection, 'name' | 'desc'>; folder: Collection }
