import type { Topic } from '@nestmark/contract/operation'

/** Somebody's library, or what is theirs alone, was changed; said after the transaction was committed. */
export interface Change {
  ownerId: string
  topics: readonly Topic[]
  /** The window that did it; null for jobs and programs. */
  by: string | null
  /** It concerns that person and nobody who shares with them. */
  alone?: true
}

/** What one server says to the others. */
export type Word = { changes: Change[] } | { sessions: true }

const topics: ReadonlySet<string> = new Set<Topic>([
  'profile',
  'collections',
  'links',
  'tags',
  'favourites',
  'trash',
  'jobs',
  'notes',
  'shares',
  'suggestions',
  'notifications',
  'keys',
  'webhooks',
])
/** PostgreSQL carries 8,000 bytes at most. */
const changesPerWord = 30

export function serialize(changes: readonly Change[]): string[] {
  const texts: string[] = []
  for (let at = 0; at < changes.length; at += changesPerWord)
    texts.push(JSON.stringify({ changes: changes.slice(at, at + changesPerWord) } satisfies Word))
  return texts
}

/** Reads what another server said; null for what a newer one may say, which is taken as anything. */
export function readWord(text: string): Word | null {
  try {
    const word = JSON.parse(text) as Partial<{ changes: Change[]; sessions: boolean }>
    if (word.sessions) return { sessions: true }
    const known = (word.changes ?? []).every(
      each => typeof each.ownerId === 'string' && each.topics.every(topic => topics.has(topic)),
    )
    return word.changes && known ? { changes: word.changes } : null
  } catch {
    return null
  }
}

/** The same window's changes of one library as one. */
export function merged(changes: readonly Change[]): Change[] {
  const found = new Map<string, Omit<Change, 'topics'> & { topics: Set<Topic> }>()
  for (const { topics: touched, ...of } of changes) {
    const key = `${of.ownerId} ${of.by ?? ''} ${of.alone ?? ''}`
    const known = found.get(key) ?? { ...of, topics: new Set<Topic>() }
    for (const topic of touched) known.topics.add(topic)
    found.set(key, known)
  }
  return [...found.values()].map(each => ({ ...each, topics: [...each.topics] }))
}
