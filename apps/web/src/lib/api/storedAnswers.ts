import type { Operation, Topic } from '@nestmark/contract/operation'
import { sessionStored } from '../browser/storage.ts'
import { token, hashSession } from '../browser/token.ts'

/**
 * Only responses that read no other topics are stored: the user's content, without API keys, webhook addresses or
 * jobs.
 */
const storedTopics: readonly Topic[] = [
  'profile',
  'collections',
  'links',
  'notes',
  'tags',
  'favourites',
  'shares',
  'trash',
  'copies',
  'highlights',
]
/** The tree can be as large as the library and is stored separately. */
const excludedPath = 'get-folder-chain'
/**
 * Maximum lengths of one answer and of all stored answers, in characters. Session storage holds about five
 * million.
 */
const maxLength = 300_000
const maxTotalLength = 1_000_000
/** The delay between the first new answer and the write, in milliseconds. */
const writeDelay = 1_500

/** The answers that a tab stores: JSON by name, the oldest first. */
interface StoredAnswers {
  /** The hash of their session. */
  of: string
  answers: [name: string, text: string][]
}

const isStorable = ({ path, reads }: Operation) =>
  path !== excludedPath && reads.length > 0 && reads.every(topic => storedTopics.includes(topic))
const formatName = ({ path }: Operation, input: unknown) => `${path} ${JSON.stringify(input)}`

let answers: Map<string, string> | undefined
let of = ''
let writeTimer: ReturnType<typeof setTimeout> | undefined

/** Returns the answers of the current session. Drops those of another session. */
function currentAnswers(): Map<string, string> | null {
  const now = hashSession()
  if (now === null) return null
  if (answers && of === now) return answers
  const current = sessionStored.read<StoredAnswers>('answers')
  of = now
  answers = new Map(current?.of === now ? current.answers : [])
  return answers
}

/** Writes all answers. Answers that arrive together are written once, at the latest when the page is closed. */
function write(): void {
  clearTimeout(writeTimer)
  writeTimer = undefined
  const current = currentAnswers()
  if (!current) return
  let length = 0
  for (const [name, text] of current) length += name.length + text.length
  for (const [name, text] of current) {
    if (length <= maxTotalLength) break
    current.delete(name)
    length -= name.length + text.length
  }
  sessionStored.write('answers', { of, answers: [...current] } satisfies StoredAnswers)
}
if (typeof window !== 'undefined') window.addEventListener('pagehide', () => writeTimer && write())
// Logging out deletes the stored answers.
token.subscribe(() => {
  clearTimeout(writeTimer)
  writeTimer = undefined
  answers = undefined
  if (token.get() === null) sessionStored.remove('answers')
})

/**
 * Stores an answer until the tab is closed, or in the installed app until the session ends. The page shows it when it
 * is reloaded without a connection.
 */
export function storeAnswer(op: Operation, input: unknown, answer: unknown): void {
  if (!isStorable(op)) return
  const current = currentAnswers()
  const text = JSON.stringify(answer)
  if (!current || text.length > maxLength) return
  const name = formatName(op, input)
  // Reinsert the entry, so that it is the newest.
  current.delete(name)
  current.set(name, text)
  writeTimer ??= setTimeout(write, writeDelay)
}

/** Returns the last stored answer; undefined where there is none. */
export function readStoredAnswer(op: Operation, input: unknown): unknown {
  const text = currentAnswers()?.get(formatName(op, input))
  return text === undefined ? undefined : JSON.parse(text)
}

/** Deletes an answer that the server no longer returns to this user. */
export function deleteStoredAnswer(op: Operation, input: unknown): void {
  if (currentAnswers()?.delete(formatName(op, input))) writeTimer ??= setTimeout(write, writeDelay)
}
