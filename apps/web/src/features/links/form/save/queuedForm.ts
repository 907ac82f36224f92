import { readQueue } from '../../../../lib/outbox/queue.ts'
import type { Link } from '@nestmark/contract/shapes'
import type { LinkValues } from '../state/linkFormValues.ts'

/** The form of a queued mutation. */
export interface QueuedForm {
  values: LinkValues
  /** The values when the form was opened. */
  before: LinkValues
}

/**
 * Returns the form of a queued mutation, and the concurrent version of its link if the server refused it; null without
 * one.
 */
export function readQueuedForm(id: string | undefined): (QueuedForm & { theirs: Link | undefined }) | null {
  const entry = id === undefined ? undefined : readQueue().find(each => each.id === id)
  return entry?.form ? { ...(entry.form as QueuedForm), theirs: entry.theirs as Link | undefined } : null
}
