import type { Topic } from '@nestmark/contract/operation'

/** A change of a library, or of private data of one person; published after the commit. */
export interface Change {
  ownerId: string
  topics: readonly Topic[]
  /** The window that made it; null for jobs and programs. */
  by: string | null
  /** It affects only that person, not those who share with them. */
  alone?: true
}

/** A message between servers. */
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
/** Keeps messages below PostgreSQL's limit of 8,000 bytes. */
const changesPerWord = 30

export function serialize(changes: readonly Change[]): string[] {
  const texts: string[] = []
  for (let at = 0; at < changes.length; at += changesPerWord)
    texts.push(JSON.stringify({ changes: changes.slice(at, at + changesPerWord) } satisfies Word))
  return texts
}

/**
 * Parses a message of another server; null for an unknown one of a newer version, which is treated as a gap.
 */
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

/** Merges the changes of one library by the same window. */
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
