import { waitingNow } from '../../lib/outbox/waiting.ts'
import type { Link } from '@nestmark/contract/shapes'
import type { LinkValues } from './linkFormValues.ts'

/** A form that waits to be sent. */
export interface QueuedForm {
  values: LinkValues
  /** What it began with. */
  before: LinkValues
}

/** What waits under an id, for the form to go on with. */
export function queuedForm(id: string | undefined): (QueuedForm & { theirs: Link | undefined }) | null {
  const entry = id === undefined ? undefined : waitingNow().find(each => each.id === id)
  return entry?.form ? { ...(entry.form as QueuedForm), theirs: entry.theirs as Link | undefined } : null
}
