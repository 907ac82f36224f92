import type { QueryTerm } from '@nestmark/core/searchTerms'
import { type RawBuilder, sql } from 'kysely'
import type { Batch } from './batch.ts'
import { bulkRows, type BulkType, newRows } from './bulk.ts'
import type { Queries, Tx } from './db.ts'
import { inList, isPostgres } from './dialect.ts'

/**
 * The full-text index of links behind one small interface: FTS5 on SQLite, `tsvector` on PostgreSQL. Both get the same
 * terms (folded by `core/searchTerms`), the owner and the category as terms too, so that a search walks one person's
 * postings only.
 */
export interface TextTerms {
  ownerId: string
  category: number
  title: string
  address: string
  descr: string
  tags: string
}

export interface LinkTerms extends TextTerms {
  seq: number
}

export type TextField = 'title' | 'address' | 'descr' | 'tags'
export const allFields: readonly TextField[] = ['title', 'address', 'descr', 'tags']

export interface TextQuery {
  /** Whose links: at least one person's. */
  ownerIds: readonly string[]
  fields: readonly TextField[]
  /** All must be found; each is met by the term itself or by any of its `words`, in `fields` or in fields of its own. */
  all: {
    term: QueryTerm
    words: string[]
    /** In place of a beginning of one letter: beginnings of two, which SQLite has an index of. */
    begins?: string[]
    fields?: readonly TextField[]
  }[]
  /** None of these may be found. */
  none?: QueryTerm[]
  category?: number
}

const ownerTerm = (ownerId: string) => `o${Buffer.from(ownerId).toString('hex')}`
const categoryTerm = (category: number) => `c${category}`

/** What the index holds of one link: the cells of its columns. */
export type TextEntry = readonly string[]

const entryColumns = sql.raw('owner, title, address, descr, tags')

/** A link's terms as this database's index takes them; costly enough on PostgreSQL to be made beforehand. */
export function textEntry(queries: Queries, link: TextTerms): TextEntry {
  if (isPostgres(queries)) return [toVector(link)]
  const owner = `${ownerTerm(link.ownerId)} ${categoryTerm(link.category)}`
  return [owner, link.title, link.address, link.descr, link.tags]
}

/** Adds links to the index; links that are there already are replaced. */
export async function indexLinks(tx: Tx, links: readonly LinkTerms[]): Promise<void> {
  if (links.length === 0) return
  const rows = links.map(link => [link.seq, ...textEntry(tx, link)])
  if (isPostgres(tx))
    await sql`update links l set terms = t.v::tsvector
      from (select * from (${bulkRows(tx, ['int', 'text'], rows)}) as r(seq, v)) t where l.seq = t.seq`.execute(
      tx,
    )
  else
    await sql`insert or replace into links_text (rowid, ${entryColumns})
      ${newRows(tx, ['int', 'text', 'text', 'text', 'text', 'text'], rows)}`.execute(tx)
}

/**
 * The columns of a link's own row that hold its entry, to be written with the row: PostgreSQL would write the whole row
 * and all its index entries once more for them. None on SQLite, where the index is a table of its own.
 */
export function textColumns(queries: Queries): readonly (readonly [string, 'tsvector'])[] {
  return isPostgres(queries) ? [['terms', 'tsvector']] : []
}

/** Adds links that were just made, whose rows hold `textColumns` already. */
export async function indexInserted(
  tx: Tx,
  seqs: readonly number[],
  entries: readonly TextEntry[],
): Promise<void> {
  if (seqs.length === 0 || isPostgres(tx)) return
  const rows = entries.map((entry, at) => [seqs[at]!, ...entry])
  await sql`insert into links_text (rowid, ${entryColumns})
    ${newRows(tx, ['int', 'text', 'text', 'text', 'text', 'text'], rows)}`.execute(tx)
}

/** What rows of new links hold of the index themselves: on PostgreSQL all of it, written once with the row. */
export function newLinkTerms(
  queries: Queries,
  links: readonly TextTerms[],
): { columns: string[]; types: BulkType[]; cells: string[][] } {
  return isPostgres(queries)
    ? { columns: ['terms'], types: ['tsvector'], cells: links.map(link => [toVector(link)]) }
    : { columns: [], types: [], cells: links.map(() => []) }
}

/** Adds the rest to the batch that has made these links: on SQLite the index is a table of its own. */
export function indexNewLinks(batch: Batch, links: readonly (TextTerms & { id: string })[]): void {
  if (isPostgres(batch.tx)) return
  const rows = links.map(link => [link.id, ...textEntry(batch.tx, link)])
  batch.add(sql`insert into links_text (rowid, ${entryColumns})
    with r(id, owner, title, address, descr, tags) as (
      ${bulkRows(batch.tx, ['text', 'text', 'text', 'text', 'text', 'text'], rows)})
    select (select seq from links where id = r.id), owner, title, address, descr, tags from r`)
}

/** Takes links out of the index, before their rows are deleted. */
export async function unindexLinks(tx: Tx, seqs: readonly number[]): Promise<void> {
  if (seqs.length > 0 && !isPostgres(tx))
    await sql`delete from links_text where ${inList(tx, 'rowid', seqs)}`.execute(tx)
}

/** Takes links that stay out of the index until they are added again: nobody finds them meanwhile. */
export async function hideLinks(tx: Tx, seqs: readonly number[]): Promise<void> {
  await unindexLinks(tx, seqs)
  if (seqs.length > 0 && isPostgres(tx))
    await sql`update links set terms = null where ${inList(tx, 'seq', seqs)}`.execute(tx)
}

/**
 * A subquery of the matching links: `seq`, and `score` (higher is better).
 * @param plannedOnce PostgreSQL plans the statement once and not for each text anew, which takes longer than finding a few
 *   links; not for statements whose best plan hangs on how many are found
 */
export function matchingLinks(
  queries: Queries,
  query: TextQuery,
  { plannedOnce = false } = {},
): RawBuilder<unknown> {
  if (isPostgres(queries)) {
    const text = sql`${tsQuery(query)}::tsquery`
    // What a subquery gives is not known when a plan is made, so that no text gets a plan of its own.
    const wanted = plannedOnce ? sql`(select ${text})` : text
    return sql`select seq, ${rankExpression(query, sql`terms`)} as score from links where terms @@ ${wanted}`
  }
  return sql`select rowid as seq, -bm25(links_text, 0, 10, 3, 2, 6) as score from links_text where links_text match ${ftsQuery(query)}`
}

/**
 * How well a link matches, on PostgreSQL. By the words alone: whose it is and of which category stands nowhere in particular,
 * and would make all scores vanish.
 * @param terms the link's column of this name
 */
export function rankExpression(query: TextQuery, terms: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`ts_rank('{0.1,0.3,0.5,1}', ${terms}, ${wordsQuery(query) || tsQuery(query)}::tsquery, 1)`
}

/** The same without the score, for counting. */
export function matchingSeqs(queries: Queries, query: TextQuery): RawBuilder<unknown> {
  return isPostgres(queries)
    ? sql`select seq from links where terms @@ ${tsQuery(query)}::tsquery`
    : sql`select rowid as seq from links_text where links_text match ${ftsQuery(query)}`
}

/**
 * True for a link `x` that matches, told from the row itself and not by the index.
 * @returns null on SQLite, whose index is a table of its own
 */
export function matchesText(queries: Queries, query: TextQuery): RawBuilder<boolean> | null {
  return isPostgres(queries) ? sql<boolean>`x.terms @@ ${tsQuery(query)}::tsquery` : null
}

const quoted = (term: string) => `"${term.replaceAll('"', '')}"`

function ftsQuery({ ownerIds, fields, all, none = [], category }: TextQuery): string {
  const columns = (names: readonly TextField[]) => `{${names.join(' ')}}`
  const one = ({ terms, prefix }: QueryTerm, begins: readonly string[] = []) => {
    if (begins.length > 0) return [quoted(terms[0]!), ...begins.map(each => `${quoted(each)} *`)].join(' OR ')
    return quoted(terms.join(' ')) + (prefix ? ' *' : '')
  }
  const parts = all.map(
    ({ term, words, begins = [], fields: own = fields }) =>
      `${columns(own)} : (${[one(term, begins), ...words.map(quoted)].join(' OR ')})`,
  )
  const owners = ownerIds.map(ownerTerm)
  const oneOf = owners.length === 1 ? owners[0] : `(${owners.join(' OR ')})`
  const owner = [`owner : ${oneOf}`, ...(category ? [`owner : ${categoryTerm(category)}`] : [])]
  // The rarest is left to the engine; the owner comes last because it is the longest list.
  const wanted = [...parts, ...owner].join(' AND ')
  return none.length > 0
    ? `(${wanted}) NOT ${columns(fields)} : (${none.map(term => one(term)).join(' OR ')})`
    : wanted
}

const weights: Record<TextField, string> = { title: 'A', tags: 'B', address: 'C', descr: 'D' }
const lexeme = (term: string) => `'${term.replaceAll('\\', '').replaceAll("'", '')}'`

function tsQuery(query: TextQuery): string {
  const { ownerIds, fields, none = [], category } = query
  const owners = ownerIds.map(id => lexeme(ownerTerm(id)))
  return [
    wordsQuery(query),
    owners.length === 1 ? owners[0]! : `(${owners.join(' | ')})`,
    ...(category ? [lexeme(categoryTerm(category))] : []),
    ...none.map(term => `!${phraseIn(term, places(fields))}`),
  ]
    .filter(Boolean)
    .join(' & ')
}

/** The part of it that says which words must be there. */
function wordsQuery({ fields, all }: TextQuery): string {
  const parts = all.map(({ term, words, fields: own = fields }) => {
    const where = places(own)
    return `(${[phraseIn(term, where), ...words.map(word => lexemeIn(word, where))].join(' | ')})`
  })
  return parts.join(' & ')
}

// A term that may stand anywhere says nothing of where: then the index alone knows, and no row is looked at again.
const places = (names: readonly TextField[]) =>
  names.length === allFields.length ? '' : names.map(field => weights[field]).join('')
const lexemeIn = (term: string, where: string) => (where ? `${lexeme(term)}:${where}` : lexeme(term))
const phraseIn = ({ terms, prefix }: QueryTerm, where: string) =>
  `(${terms.map(term => lexemeIn(term, (prefix ? '*' : '') + where)).join(' <-> ')})`

/** PostgreSQL takes positions up to this; what is further back is found all the same. */
const lastPosition = 16_383

function toVector(link: TextTerms): string {
  const places = new Map<string, string[]>()
  let position = 0
  for (const field of allFields) {
    for (const term of link[field].split(' ')) {
      if (!term) continue
      const at = `${Math.min(++position, lastPosition)}${weights[field]}`
      const known = places.get(term)
      if (!known) places.set(term, [at])
      else if (known.length < 200) known.push(at)
    }
    // A gap, so that no phrase reaches from one field into the next.
    position += 2
  }
  const terms = [...places].map(([term, at]) => `${lexeme(term)}:${at.join(',')}`)
  return [...terms, lexeme(ownerTerm(link.ownerId)), lexeme(categoryTerm(link.category))].join(' ')
}
