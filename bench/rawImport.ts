import { assertDefined } from '@nestmark/core/assertDefined'
import { toSearchableAddress, toIndexTerms } from '@nestmark/core/words/searchTerms'
import { termPrefix, withPrefix } from '../apps/server/src/db/searchText/ownerTerms.ts'
import { type RawSql, type Cell, openRawSql, type ServerLocation } from './serverLocation.ts'

/** Number of rows per transaction. */
const batchSize = 1000

interface Table {
  name: string
  /** Columns in order, with their types. */
  columns: readonly (readonly [string, 'text' | 'bigint' | 'tsvector'])[]
  /** Rows of the source library. */
  rows: Cell[][]
}

interface Library {
  /** Tables that links refer to, in the order of their foreign keys. */
  first: Table[]
  links: Table
  tags: Table
  index: Table
  words: Table
}

/**
 * Writes the result of an import into an empty database with the same schema, only with batched inserts: it reads no
 * file, looks nothing up and maintains no counters.
 * @returns links per second
 */
export async function writeRaw(from: ServerLocation, to: ServerLocation): Promise<number> {
  const source = await openRawSql(from)
  const library = await readLibrary(source)
  await source.close()
  const raw = await openRawSql(to)
  const writers = new Map(
    [...library.first, library.links, library.tags, library.index, library.words].map(table => [
      table,
      createWriter(raw, table),
    ]),
  )
  const write = (table: Table, start: number, end: number) =>
    assertDefined(writers.get(table), table.name)(table.rows.slice(start, end))
  const begun = performance.now()
  for (const table of library.first)
    for (let at = 0; at < table.rows.length; at += batchSize)
      await inTransaction(raw, () => write(table, at, at + batchSize))
  const { links, tags, index, words } = library
  let tagged = 0
  for (let at = 0; at < links.rows.length; at += batchSize) {
    const last = toSeq(links.rows[Math.min(at + batchSize, links.rows.length) - 1])
    const firstTag = tagged
    while (toSeq(tags.rows[tagged]) <= last) tagged++
    const word = (n: number) =>
      Math.round((Math.min(n, links.rows.length) / links.rows.length) * words.rows.length)
    await inTransaction(raw, async () => {
      await write(links, at, at + batchSize)
      await write(tags, firstTag, tagged)
      await write(index, at, at + batchSize)
      await write(words, word(at), word(at + batchSize))
    })
  }
  const seconds = (performance.now() - begun) / 1000
  await raw.close()
  return links.rows.length / seconds
}

/** Returns the number of the link of a row of links or their tags; NaN after the last row. */
const toSeq = (row: readonly Cell[] | undefined) => Number(row?.[0])

async function inTransaction(raw: RawSql, work: () => Promise<void>): Promise<void> {
  await raw.run(raw.kind === 'postgres' ? 'begin' : 'begin immediate')
  await work()
  await raw.run('commit')
}

/** Returns a writer: row by row with one prepared statement for an in-process database, one statement per batch otherwise. */
function createWriter(raw: RawSql, { name, columns }: Table): (rows: Cell[][]) => Promise<void> {
  const names = columns.map(([column]) => column).join(', ')
  if (raw.kind === 'sqlite') {
    const insert = raw.prepare(
      `insert into ${name} (${names}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
    )
    return async rows => {
      for (const row of rows) void insert(...row)
    }
  }
  const cells = columns.map(([, type], at) => `(v ->> ${at})::${type}`).join(', ')
  const insert = raw.prepare(
    `insert into ${name} (${names}) select ${cells} from json_array_elements($1::json) as j(v)`,
  )
  return async rows => {
    if (rows.length > 0) await insert(JSON.stringify(rows))
  }
}

async function readLibrary(raw: RawSql): Promise<Library> {
  /**
   * Reads a table.
   * @param columns column names; numeric ones with the suffix '#'
   */
  const read = async (name: string, order: string, columns: string): Promise<Table> => {
    const typed = columns.split(' ').map(column => {
      const [own = '', number] = column.split('#')
      return [own, number === undefined ? 'text' : 'bigint'] as const
    })
    const names = typed.map(([column]) => column)
    const rows = await raw.prepare(`select ${names.join(', ')} from ${name} order by ${order}`)()
    return { name, columns: typed, rows: rows.map(row => names.map(column => row[column] as Cell)) }
  }
  const people = await read('people', 'id', 'id root_id created_at#')
  const collections = await read(
    'collections',
    'position, created_at, id',
    'id owner_id parent_id name name_key position# created_at# updated_at#',
  )
  collections.rows = parentsFirst(collections.rows)
  const names = await read('tags', 'seq', 'seq# id owner_id name name_key folded')
  const links = await read(
    'links',
    'seq',
    'seq# id owner_id collection_id category# title address compare_key descr created_at# updated_at# title_key host_key',
  )
  const tags = await read('link_tags', 'link_seq, position', 'link_seq# tag_seq# owner_id position#')
  const words = await read('words', 'owner_id, word', 'owner_id word')
  const index = buildIndexTable(raw, links, tags, names)
  if (raw.kind === 'postgres') {
    // On PostgreSQL the index is a column of the link.
    links.columns = [...links.columns, ['terms', 'tsvector']]
    for (const [at, row] of links.rows.entries()) row.push(assertDefined(index.rows[at]?.[1], 'terms'))
    index.rows = []
  }
  return { first: [people, collections, names], links, tags, index, words }
}

function parentsFirst(rows: Cell[][]): Cell[][] {
  const inside = Map.groupBy(rows, row => row[2])
  const sorted: Cell[][] = []
  for (
    let level = inside.get(null) ?? [];
    level.length > 0;
    level = level.flatMap(row => inside.get(row[0]) ?? [])
  )
    sorted.push(...level)
  return sorted
}

/** Returns what the server writes to the full-text index for each link. */
function buildIndexTable({ kind }: RawSql, links: Table, tags: Table, names: Table): Table {
  const tagNames = new Map(names.rows.map(row => [row[0], row[3] as string]))
  const tagsByLink = Map.groupBy(tags.rows, row => row[0])
  const rows = links.rows.map(([seq = null, , ownerId, , category, title, address, , descr]) => {
    const owner = `o${Buffer.from(ownerId as string).toString('hex')} c${category}`
    const own = (tagsByLink.get(seq) ?? []).map(row => assertDefined(tagNames.get(row[1]), 'tag'))
    const fields = [
      title as string,
      toSearchableAddress(address as string),
      descr as string,
      own.join(' , '),
    ].map(each => withPrefix(toIndexTerms(each), termPrefix(ownerId as string)))
    return kind === 'postgres' ? [seq, toVector(owner, fields)] : [seq, owner, ...fields]
  })
  const columns = ['rowid', 'owner', 'title', 'address', 'descr', 'tags'].map(name => [name, 'text'] as const)
  return { name: 'links_text', columns, rows }
}

/** Formats the terms and their positions as a PostgreSQL tsvector. */
function toVector(owner: string, fields: readonly string[]): string {
  const positions = new Map<string, string[]>()
  let position = 0
  for (const [at, field] of fields.entries())
    for (const term of field.split(' '))
      if (term) {
        const known = positions.get(term) ?? []
        known.push(`${++position}${'ACDB'[at]}`)
        positions.set(term, known)
      }
  const terms = [...positions].map(([term, at]) => `'${term}':${at.join(',')}`)
  return [...terms, ...owner.split(' ')].join(' ')
}
