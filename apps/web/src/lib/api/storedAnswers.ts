import type { Operation, Topic } from '@nestmark/contract/operation'
import { sessionStored } from '../storage.ts'
import { token, hashSession } from '../token.ts'

/** Answers that read these alone are kept: what a person looks at, and no keys, addresses of hooks or jobs. */
const storedTopics: readonly Topic[] = [
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
const excludedPath = 'get-folder-chain'
/** One answer, and all that are kept, are at most this long, in characters: a tab has room for some five million. */
const maxLength = 300_000
const maxTotalLength = 1_000_000
/** How long answers are gathered before they are written, in milliseconds. */
const writeDelay = 1_500

/** What a tab keeps of what it read: the answers as text by their names, the oldest first. */
interface StoredAnswers {
  /** Of which session they are. */
  of: string
  answers: [name: string, text: string][]
}

const isStorable = ({ path, reads }: Operation) =>
  path !== excludedPath && reads.length > 0 && reads.every(topic => storedTopics.includes(topic))
const formatName = ({ path }: Operation, input: unknown) => `${path} ${JSON.stringify(input)}`

let answers: Map<string, string> | undefined
let of = ''
let writeTimer: ReturnType<typeof setTimeout> | undefined

/** The answers of the present session. Those of another one are dropped. */
function currentAnswers(): Map<string, string> | null {
  const now = hashSession()
  if (now === null) return null
  if (answers && of === now) return answers
  const kept = sessionStored.read<StoredAnswers>('answers')
  of = now
  answers = new Map(kept?.of === now ? kept.answers : [])
  return answers
}

/** Many answers come together; they are written once, and at the latest when the page goes. */
function write(): void {
  clearTimeout(writeTimer)
  writeTimer = undefined
  const kept = currentAnswers()
  if (!kept) return
  let length = 0
  for (const [name, text] of kept) length += name.length + text.length
  for (const [name, text] of kept) {
    if (length <= maxTotalLength) break
    kept.delete(name)
    length -= name.length + text.length
  }
  sessionStored.write('answers', { of, answers: [...kept] } satisfies StoredAnswers)
}
if (typeof window !== 'undefined') window.addEventListener('pagehide', () => writeTimer && write())
// Who has logged out leaves nothing.
token.subscribe(() => {
  clearTimeout(writeTimer)
  writeTimer = undefined
  answers = undefined
  if (token.get() === null) sessionStored.remove('answers')
})

/** Keeps an answer for as long as the tab lives, to be shown when the page is loaded again without the network. */
export function storeAnswer(op: Operation, input: unknown, answer: unknown): void {
  if (!isStorable(op)) return
  const kept = currentAnswers()
  const text = JSON.stringify(answer)
  if (!kept || text.length > maxLength) return
  const name = formatName(op, input)
  // Set anew, it is the last.
  kept.delete(name)
  kept.set(name, text)
  writeTimer ??= setTimeout(write, writeDelay)
}

/** Returns the last answer that was kept; undefined where there is none. */
export function readStoredAnswer(op: Operation, input: unknown): unknown {
  const text = currentAnswers()?.get(formatName(op, input))
  return text === undefined ? undefined : JSON.parse(text)
}

/** Forgets an answer that the server does not give to this person any more. */
export function deleteStoredAnswer(op: Operation, input: unknown): void {
  if (currentAnswers()?.delete(formatName(op, input))) writeTimer ??= setTimeout(write, writeDelay)
}
