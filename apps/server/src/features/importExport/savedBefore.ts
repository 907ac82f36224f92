import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { notHidden } from '../links/store.ts'
import type { Report } from './importReport.ts'

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
export class SavedBefore {
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

  /** Looks up the queued rows, counts those with a saved address, and lists the first of them in the report. */
  async report(db: Queries, report: Report): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    this.#any ??= await this.#hasAny(db)
    if (rows.length === 0 || !this.#any) return
    const newest = await this.#newestOf(db, [...new Set(rows.map(({ key }) => key))])
    const found = rows.filter(({ key }) => newest.has(key))
    if (found.length === 0) return
    const existing = (report.existing ??= { total: 0, links: [] })
    existing.total += found.length
    const named = found.slice(0, maxListed - existing.links.length)
    if (named.length > 0) existing.links.push(...(await described(db, named, newest)))
  }

  async #hasAny(db: Queries): Promise<boolean> {
    const { rows } = await sql`select 1 from links where owner_id = ${this.#ownerId} and trashed_at is null
      and seq <= ${this.#upTo} limit 1`.execute(db)
    return rows.length > 0
  }

  /** Returns the newest link with each address: key → sequence number. */
  async #newestOf(db: Queries, keys: readonly string[]): Promise<Map<string, number>> {
    const begins = [...new Set(keys.map(key => key.slice(0, 200)))]
    const { rows } = await sql<{
      key: string
      seq: number
    }>`select x.compare_key as key, max(x.seq) as seq from links x
      where x.owner_id = ${this.#ownerId} and ${inList(db, sql`substr(x.compare_key, 1, 200)`, begins)}
        and x.compare_key <> '' and x.seq <= ${this.#upTo} and x.trashed_at is null
        and ${notHidden(this.#ownerId, sql`x.collection_id`)} group by x.compare_key`.execute(db)
    return new Map(rows.map(({ key, seq }) => [key, seq]))
  }
}

type SavedLinks = NonNullable<Report['existing']>['links']

async function described(
  db: Queries,
  named: readonly Row[],
  newest: ReadonlyMap<string, number>,
): Promise<SavedLinks> {
  const seqs = [...new Set(named.map(({ key }) => newest.get(key)!))]
  const { rows } = await sql<{ seq: number } & Omit<SavedLinks[number], 'row'>>`
    select l.seq, l.id as _id, l.title as name, l.address as link, c.id as parent, c.name as parent_name
    from links l join collections c on c.id = l.collection_id where ${inList(db, 'l.seq', seqs)}`.execute(db)
  const bySeq = new Map(rows.map(({ seq, ...link }) => [seq, link]))
  return named.flatMap(({ row, key }) => {
    const link = bySeq.get(newest.get(key)!)
    return link ? [{ row, ...link, name: short(link.name), link: short(link.link) }] : []
  })
}

const short = (text: string) => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text)
