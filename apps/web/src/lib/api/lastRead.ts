import type { Operation, Topic } from '@nestmark/contract/operation'
import { sessionStored } from '../storage.ts'
import { token, tokenMark } from '../token.ts'

/** Answers that read these alone are kept: what a person looks at, and no keys, addresses of hooks or jobs. */
const topics: readonly Topic[] = [
  'profile',
  'collections',
  'links',
  'notes',
  'tags',
  'favourites',
  'shares',
  'trash',
]
/** The tree can be as large as the library, and is kept by itself. */
const apart = 'get-folder-chain'
/** One answer, and all that are kept, are at most this long, in characters: a tab has room for some five million. */
const longest = 300_000
const longestTogether = 1_000_000
/** How long answers are gathered before they are written, in milliseconds. */
const pause = 1_500

/** What a tab keeps of what it read: the answers as text by their names, the oldest first. */
interface Kept {
  /** Of which session they are. */
  of: string
  answers: [name: string, text: string][]
}

const isKept = ({ path, reads }: Operation) =>
  path !== apart && reads.length > 0 && reads.every(topic => topics.includes(topic))
const nameOf = ({ path }: Operation, input: unknown) => `${path} ${JSON.stringify(input)}`

let answers: Map<string, string> | undefined
let of = ''
let writing: ReturnType<typeof setTimeout> | undefined

/** The answers of the present session. Those of another one are dropped. */
function current(): Map<string, string> | null {
  const now = tokenMark()
  if (now === null) return null
  if (answers && of === now) return answers
  const kept = sessionStored.read<Kept>('answers')
  of = now
  answers = new Map(kept?.of === now ? kept.answers : [])
  return answers
}

/** Many answers come together; they are written once, and at the latest when the page goes. */
function write(): void {
  clearTimeout(writing)
  writing = undefined
  const kept = current()
  if (!kept) return
  let length = 0
  for (const [name, text] of kept) length += name.length + text.length
  for (const [name, text] of kept) {
    if (length <= longestTogether) break
    kept.delete(name)
    length -= name.length + text.length
  }
  sessionStored.write('answers', { of, answers: [...kept] } satisfies Kept)
}
if (typeof window !== 'undefined') window.addEventListener('pagehide', () => writing && write())
// Who has logged out leaves nothing.
token.subscribe(() => {
  clearTimeout(writing)
  writing = undefined
  answers = undefined
  if (token.get() === null) sessionStored.remove('answers')
})

/** Keeps an answer for as long as the tab lives, to be shown when the page is loaded again without the network. */
export function keepAnswer(op: Operation, input: unknown, answer: unknown): void {
  if (!isKept(op)) return
  const kept = current()
  const text = JSON.stringify(answer)
  if (!kept || text.length > longest) return
  const name = nameOf(op, input)
  // Set anew, it is the last.
  kept.delete(name)
  kept.set(name, text)
  writing ??= setTimeout(write, pause)
}

/** Returns the last answer that was kept; undefined where there is none. */
export function lastAnswer(op: Operation, input: unknown): unknown {
  const text = current()?.get(nameOf(op, input))
  return text === undefined ? undefined : JSON.parse(text)
}

/** Forgets an answer that the server does not give to this person any more. */
export function dropAnswer(op: Operation, input: unknown): void {
  if (current()?.delete(nameOf(op, input))) writing ??= setTimeout(write, pause)
}
