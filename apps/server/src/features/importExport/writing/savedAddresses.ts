import type { Queries } from '../../../db/db.ts'
import type { Report } from '../importReport.ts'
import { describeLinks, hasLinks, newestWithKeys } from './savedQuery.ts'

/** The number of links listed in the report; the rest is only counted. */
const maxListed = 200
/** The maximum length of a title or an address in the report. */
const maxText = 200

/** An address of the file. */
interface Row {
  row: number
  key: string
}

/**
 * Finds the addresses of a file that its owner has already saved, with one query per batch: "Already saved?" for an
 * import. Only considers links from before the import, so that it never finds what it writes itself.
 */
export class SavedAddresses {
  readonly #ownerId: string
  readonly #upTo: number
  #rows: Row[] = []
  /** Whether the library had any links; null until the first query. */
  #any: boolean | null = null

  /** @param upTo the sequence number of the last link before the import */
  constructor(ownerId: string, upTo: number) {
    this.#ownerId = ownerId
    this.#upTo = upTo
  }

  /** Queues a row whose address is to be looked up. */
  note(row: number, key: string): void {
    if (key !== '' && this.#any !== false) this.#rows.push({ row, key })
  }

  /**
   * Looks up the queued rows, counts those with a saved address, and lists the first of them in the report.
   * @returns the newest saved link of each address
   */
  async report(db: Queries, report: Report): Promise<ReadonlyMap<string, number>> {
    const rows = this.#rows
    this.#rows = []
    this.#any ??= await hasLinks(db, this.#ownerId, this.#upTo)
    if (rows.length === 0 || !this.#any) return new Map()
    const keys = [...new Set(rows.map(({ key }) => key))]
    const newest = await newestWithKeys(db, this.#ownerId, this.#upTo, keys)
    const found = rows.filter(({ key }) => newest.has(key))
    if (found.length === 0) return newest
    const existing = (report.existing ??= { total: 0, links: [] })
    existing.total += found.length
    const named = found.slice(0, maxListed - existing.links.length)
    if (named.length > 0) existing.links.push(...(await described(db, named, newest)))
    return newest
  }
}

type SavedLinks = NonNullable<Report['existing']>['links']

async function described(
  db: Queries,
  named: readonly Row[],
  newest: ReadonlyMap<string, number>,
): Promise<SavedLinks> {
  const seqs = [...new Set(named.flatMap(({ key }) => newest.get(key) ?? []))]
  const bySeq = await describeLinks(db, seqs)
  return named.flatMap(({ row, key }) => {
    const seq = newest.get(key)
    const link = seq === undefined ? undefined : bySeq.get(seq)
    return link ? [{ row, ...link, name: short(link.name), link: short(link.link) }] : []
  })
}

const short = (text: string) => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text)
