import type { EventType } from '@nestmark/contract/eventTypes'

/** A change that other people or webhooks may be notified of. */
export interface DomainEvent {
  type: EventType
  /** Who made the change; null for a visitor or a job of the server. */
  by: string | null
  /** Milliseconds since 1970. */
  at: number
  /** The undo record of the action, where it opened one. */
  undo?: string | null | undefined
  /** The job that writes more of the same: webhooks get it together. */
  job?: string | null | undefined
  /**
   * True when only webhooks get it: no other person has access, or an action that people were notified of is
   * undone.
   */
  isWebhookOnly?: boolean | undefined
}

/** The link, collection or highlight that an event is about. */
export interface EventSubject {
  /** The collection where it happened; for a highlight, the root of its owner. */
  collectionId: string
  /** Where it is shown, when that is another one: a trashed collection is shown in its parent. */
  displayedIn?: string | null
  id: string
  title: string
  /** A person who gets another event about the same subject, and so not this one. */
  alreadyNotified?: string | null
  /** The source or the target of a moved subject. */
  other?: string
}
