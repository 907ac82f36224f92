import * as z from 'zod/mini'
import { placed } from './collections.ts'
import { type ActivityKind, activityKinds } from './eventTypes.ts'
import { undo } from './jobs.ts'
import { operation } from './operation.ts'
import { plainText } from './encryption/plainText.ts'
import { type Collection, id, type Link, page, time } from './shapes.ts'
import type { PlainLinkFields } from './links/plainLinkFields.ts'

/** The kind of an action in a shared collection. A move within the listed subtree is reported once, at its destination. */
export const activityKind = z.enum(activityKinds)
export type { ActivityKind }

const namedCollection = z.object({ _id: id, name: z.string() })

export const activity = z.object({
  _id: id,
  kind: activityKind,
  create_date: time,
  /** The person who did it; null when the account is deleted. */
  by: z.nullable(z.object({ name: z.string(), is_me: z.boolean() })),
  /** The collection of the action: the requested collection or a descendant. */
  folder: namedCollection,
  /** The source or destination of moved items; null where the caller may not see it. */
  other: z.nullable(namedCollection),
  /** Number of links or collections; for a changed link, the number of changes. */
  count: z.number(),
  /** The names of a few of the items that the caller may see now. `_id` is null for deleted items. */
  subjects: z.array(z.object({ _id: z.nullable(id), name: z.string(), in_trash: z.boolean() })),
  /** The caller may undo it. */
  can_undo: z.boolean(),
  /** When and by whom it was undone; null otherwise. */
  undone: z.nullable(z.object({ date: time, by: z.string() })),
})
export type Activity = z.output<typeof activity>

export const listActivity = operation({
  path: 'get-folder-activity',
  keyScope: 'read',
  summary:
    'Lists who did what in a shared collection and its descendants, newest first, 50 per page. Only the owner and members may call it. Entries are retained for 90 days.',
  input: z.object({ folder_id: id, page }),
  output: z.array(activity),
  errors: ['collections.notFound', 'activity.membersOnly'],
  reads: ['collections', 'links', 'shares', 'tags'],
})

export const undoActivity = operation({
  path: 'undo-activity',
  keyScope: 'write',
  summary:
    'Undoes an entry of an activity list within a week. The caller needs permission for the opposite action there. Added items go to the trash. Edited items get their previous content back, and their previous position if the same edit moved them. ' +
    'Items that were changed since stay as they are; for an edit, the error includes both versions. More than 5 items are processed by a job (202).',
  input: z.object({ activity_id: id, ...plainText }),
  output: z.object({ changed: z.number(), left: z.number(), placed, job: z.optional(id) }),
  errors: [
    'undo.expired',
    'undo.running',
    'undo.notAllowed',
    'activity.changedSince',
    'encryption.plainText',
  ],
  touches: undo.touches,
})

/** The previous content of a link whose edit cannot be undone because of a later change. */
export interface PreviousLink extends Partial<PlainLinkFields> {
  link: string
  name: string
  desc: string
  category: number
  subCategory: string | null
  check_list: { text: string; done: boolean }[] | null
  tags: string[]
  /** Address of its picture; '' when it uses the page's own picture or none. */
  thumbnail: string
  /** The collection to which undo would return the link, when the same edit moved it. */
  parent?: string
}

/** The data of the error `activity.changedSince`: both versions of a link or of a collection. */
export type ChangedSince =
  | { former: PreviousLink; link: Link }
  | { former: Pick<Collection, 'name' | 'desc'>; folder: Collection }
