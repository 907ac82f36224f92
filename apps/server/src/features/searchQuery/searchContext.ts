import { wordsPerPart } from '@nestmark/core/searchQuery/textPlan'
import { maxPartWordLength } from '@nestmark/core/words/searchTerms'
import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { containsText, jsonArray } from '../../db/dialect.ts'
import { type LoadValue, coalesce } from '../../db/statements/coalesce.ts'
import { isQueuedOrRuns } from '../../jobs/store.ts'

/** The kind of the job that adds the words of all links of a library again. */
export const indexWordsKind = 'indexWords'

/** What a search must know before it is planned. */
export interface Around {
  /** True when nothing of the person's own is in the trash. */
  allLive: boolean
  /** The people who share links with the person. */
  sharers: string[]
  /** For each part, the words of the library that contain it after their beginning. */
  words: string[][]
  /** For each part, all longer words of the library that begin with it; null where they are not known. */
  begins: (string[] | null)[]
}

/** Reads the context for parts of words; null for a term without a substring search. */
export type SearchContextQuery = (parts: readonly (string | null)[]) => Promise<Around>

/** Reads the context for a person, in one statement together with other pending queries. */
export async function readSearchContext(
  db: Queries,
  ownerId: string,
  parts: readonly (string | null)[],
  ask: LoadValue = coalesce(db),
): Promise<Around> {
  const hidden = sql<number>`case when exists (select 1 from links where owner_id = ${ownerId} and trashed_at is not null)
    or exists (select 1 from collections where owner_id = ${ownerId} and trashed_at is not null) then 1 else 0 end`
  const sharing = sql`select distinct s.owner_id from shares s join collections c on c.id = s.collection_id
    where s.person_id = ${ownerId} and s.owner_id <> ${ownerId} and c.trashed_by is null`
  const [isHidden, sharers, list] = await Promise.all([
    ask(hidden),
    ask(jsonArray(db, 'owner_id', sharing)),
    listWordsWith(db, ownerId, [...new Set(parts.filter(part => part !== null))], ask),
  ])
  return {
    allLive: isHidden === 0,
    sharers: JSON.parse(sharers) as string[],
    words: parts.map(part => (part === null ? [] : pickInside(list.words, part))),
    begins: parts.map(part => (part === null ? null : pickBeginnings(list, part))),
  }
}

interface WordList {
  words: string[]
  /** Whether a job adds words that are missing now. */
  isPartial: boolean
}

/** Returns the words of a library that contain at least one of the parts. Reads all words once. */
async function listWordsWith(
  db: Queries,
  ownerId: string,
  parts: readonly string[],
  ask: LoadValue,
): Promise<WordList> {
  if (parts.length === 0) return { words: [], isPartial: false }
  const contains = parts.map(part => containsText(db, 'word', part))
  const words = sql`select word from words where owner_id = ${ownerId} and (${sql.join(contains, sql` or `)})`
  const [list, waiting] = await Promise.all([
    ask(jsonArray(db, 'word', words)),
    ask(sql<number>`case when ${isQueuedOrRuns(indexWordsKind, ownerId)} then 1 else 0 end`),
  ])
  return { words: JSON.parse(list) as string[], isPartial: waiting === 1 }
}

/** Returns the words that contain a part after their beginning, the shortest first. */
function pickInside(words: readonly string[], part: string): string[] {
  const found = words.filter(word => word.length <= maxPartWordLength && word.includes(part, 1))
  return found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, wordsPerPart)
}

/** Returns all words that begin with a part and are longer; null when they are too many, or not all known. */
function pickBeginnings({ words, isPartial }: WordList, part: string): string[] | null {
  const found = words.filter(word => word.startsWith(part) && word !== part)
  return isPartial || found.length > wordsPerPart ? null : found
}
