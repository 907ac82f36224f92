import type { Queries } from '../../db/db.ts'
import { isRemote } from '../../db/dialect.ts'
import type { LoadValue } from '../../db/statements/coalesce.ts'
import { type Around, type SearchContextQuery, readSearchContext } from './searchContext.ts'

/** The context that the last searches of a person have read. */
interface Seen extends Omit<Around, 'words' | 'begins'> {
  /** Parts that no word contained: then no word contains a longer part either. */
  bare: BarePart[]
}

interface BarePart {
  part: string
  /** The longer words that begin with it, and so those that begin with a longer part. */
  begins: string[] | null
}

const peopleRemembered = 1000
const partsRemembered = 20

const memories = new WeakMap<Queries, Map<string, Seen>>()

function rememberedContexts(db: Queries): Map<string, Seen> {
  const memory = memories.get(db) ?? new Map<string, Seen>()
  memories.set(db, memory)
  return memory
}

/**
 * Runs a search by a plan. When the database is remote, plans by the context of the person's last searches (while
 * typing, a prefix predicts the longer word) and reads the current context concurrently; if that differs, discards
 * the result and searches again.
 * @param plan may read the context
 * @param ask reads the context together with other queries
 */
export async function planSpeculatively<Plan, Found>(
  db: Queries,
  personId: string,
  plan: (readContext: SearchContextQuery) => Promise<Plan>,
  find: (plan: Plan) => Promise<Found>,
  ask?: LoadValue,
): Promise<Found> {
  const look: SearchContextQuery = parts => readSearchContext(db, personId, parts, ask)
  if (!isRemote(db)) return find(await plan(look))
  const confirmed: Promise<boolean>[] = []
  const early = await plan(async parts => {
    const looking = look(parts).then(seen => {
      remember(rememberedContexts(db), personId, parts, seen)
      return seen
    })
    const expected = predictContext(rememberedContexts(db).get(personId), parts)
    if (!expected) return looking
    const isSo = looking.then(seen => isPredictionRight(seen, expected))
    // It is awaited below, where a failure is reported.
    isSo.catch(() => undefined)
    confirmed.push(isSo)
    return expected
  })
  const found = find(early)
  found.catch(() => undefined)
  return (await Promise.all(confirmed)).every(Boolean) ? found : find(await plan(look))
}

function predictContext(seen: Seen | undefined, parts: readonly (string | null)[]): Around | null {
  if (!seen) return null
  const { allLive, sharers, bare } = seen
  const isBare = (part: string | null) => part === null || bare.some(each => part.includes(each.part))
  if (!parts.every(isBare)) return null
  const begins = parts.map(part => (part === null ? null : predictBeginnings(bare, part)))
  return { allLive, sharers, words: parts.map(() => []), begins }
}

function predictBeginnings(bare: readonly BarePart[], part: string): string[] | null {
  const shorter = bare.find(each => each.begins !== null && part.startsWith(each.part))
  return shorter?.begins?.filter(word => word !== part && word.startsWith(part)) ?? null
}

function remember(
  memory: Map<string, Seen>,
  personId: string,
  parts: readonly (string | null)[],
  { allLive, sharers, words, begins }: Around,
): void {
  const before = memory.get(personId)?.bare ?? []
  const bare = [
    ...parts.flatMap((part, at) =>
      part !== null && words[at]?.length === 0 ? { part, begins: begins[at] ?? null } : [],
    ),
    ...before.filter(
      ({ part }) =>
        !parts.some((other, at) => other === part || (other?.includes(part) && words[at]?.length !== 0)),
    ),
  ]
  memory.delete(personId)
  memory.set(personId, { allLive, sharers, bare: bare.slice(0, partsRemembered) })
  const [oldest] = memory.keys()
  if (memory.size > peopleRemembered && oldest !== undefined) memory.delete(oldest)
}

/** A prediction contains no words but beginnings, only their absence. */
function isPredictionRight({ allLive, sharers, words, begins }: Around, expected: Around): boolean {
  return (
    allLive === expected.allLive &&
    sharers.length === expected.sharers.length &&
    sharers.every(each => expected.sharers.includes(each)) &&
    words.every(each => each.length === 0) &&
    // Without them, the search was made with the prefix.
    expected.begins.every(
      (known, at) => known === null || (begins[at]?.every(word => known.includes(word)) ?? false),
    )
  )
}
