import { type Topic, topics } from '@nestmark/contract/topics'

/** A change of a library, or of private data of one person; published after the commit. */
export interface Change {
  ownerId: string
  topics: readonly Topic[]
  /** The window that made it; null for jobs and programs. */
  by: string | null
  /** It affects only that person, not those who share with them. */
  isPrivate?: true
}

/** Publishes changes to people's open windows. */
export interface ChangePublisher {
  /** Publishes a change; called after the commit. Does not block. */
  publish(change: Change): void
  /** Reports that sessions may have ended: their streams are closed. */
  sessionsEnded(): void
}

/** A message between servers. */
export type ServerMessage = { changes: Change[] } | { sessions: true }

const knownTopics: ReadonlySet<string> = new Set(topics)
/** Keeps messages below PostgreSQL's limit of 8,000 bytes. */
const changesPerMessage = 30

export function serializeChanges(changes: readonly Change[]): string[] {
  const texts: string[] = []
  for (let at = 0; at < changes.length; at += changesPerMessage)
    texts.push(JSON.stringify({ changes: changes.slice(at, at + changesPerMessage) } satisfies ServerMessage))
  return texts
}

/**
 * Parses a message of another server; null for an unknown one of a newer version, which is treated as a gap.
 */
export function parseMessage(text: string): ServerMessage | null {
  try {
    const message = JSON.parse(text) as Partial<{ changes: Change[]; sessions: boolean }>
    if (message.sessions) return { sessions: true }
    const known = (message.changes ?? []).every(
      each => typeof each.ownerId === 'string' && each.topics.every(topic => knownTopics.has(topic)),
    )
    return message.changes && known ? { changes: message.changes } : null
  } catch {
    return null
  }
}

/** Merges the changes of one library by the same window. */
export function mergeChanges(changes: readonly Change[]): Change[] {
  const found = new Map<string, Omit<Change, 'topics'> & { topics: Set<Topic> }>()
  for (const { topics: touched, ...of } of changes) {
    const key = `${of.ownerId} ${of.by ?? ''} ${of.isPrivate ?? ''}`
    const known = found.get(key) ?? { ...of, topics: new Set<Topic>() }
    for (const topic of touched) known.topics.add(topic)
    found.set(key, known)
  }
  return [...found.values()].map(each => ({ ...each, topics: [...each.topics] }))
}
