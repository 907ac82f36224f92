import type { Operation, Topic } from '@nestmark/contract/operation'
import type { Moment } from '../db/dialect.ts'
import type { Body } from './replies.ts'

/** What of the database alone makes the answers to: no clock, no job that runs, no foreign server. */
const steady: ReadonlySet<Topic> = new Set(['collections', 'links', 'tags', 'favourites', 'trash'])

/** True for operations that only read, and read nothing but rows. */
export function isSteady({ reads, touches, cost }: Operation): boolean {
  return reads.length > 0 && touches.length === 0 && !cost && reads.every(topic => steady.has(topic))
}

const bytesKept = 8_000_000
const longestKept = 500_000

/**
 * Answers as they were sent, for as long as nobody commits anything: the page that a person looks at again, or in a
 * second window, is not read and written out once more. The mark by which they are kept comes with the look-up of the
 * session that every call makes anyway, so an answer is never older than the call.
 */
export class KeptAnswers {
  #moment: Moment | null = null
  #answers = new Map<string, Buffer>()
  #bytes = 0

  get(moment: Moment, key: string): Buffer | undefined {
    return moment === this.#moment ? this.#answers.get(key) : undefined
  }

  /** @param moment read before the rows of the answer were */
  keep(moment: Moment, key: string, body: Body, bytes: Buffer): void {
    if (body.status !== 200 || bytes.length > longestKept) return
    if (moment !== this.#moment || this.#bytes + bytes.length > bytesKept) {
      this.#answers = new Map()
      this.#bytes = 0
      this.#moment = moment
    }
    this.#answers.set(key, bytes)
    this.#bytes += bytes.length
  }
}
