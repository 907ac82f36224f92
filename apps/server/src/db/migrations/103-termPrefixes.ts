import { isEnvelope } from '@nestmark/core/encryptedText'
import { toFieldTerms } from '@nestmark/core/linkTerms'
import { sql } from 'kysely'
import { indexInserted, toIndexEntry } from '../fullText.ts'
import { isPostgres } from '../dialect.ts'
import type { Tx } from '../db.ts'
import type { Migration } from './migration.ts'

/** Begins each term of a link on SQLite with digits of its owner, so that a search reads one library (docs/adr/090). */
export const migration: Migration = {
  name: '103-termPrefixes',
  statements: () => [],
  sqlite: [
    `drop table links_text`,
    // The prefixes of two and three characters, after the six digits.
    `create virtual table links_text using fts5 (
      owner, title, address, descr, tags,
      content = '', contentless_delete = 1, columnsize = 1, prefix = '8 9',
      tokenize = "unicode61 remove_diacritics 0"
    )`,
    // In bytes, as 099 set it for the previous table.
    `insert into links_text (links_text, rank) values ('hashsize', 16777216)`,
  ],
  after: async tx => {
    if (isPostgres(tx)) return
    for (let last = -1; ;) {
      const end = await indexNext(tx, last)
      if (end === null) return
      last = end
    }
  },
}

const batchSize = 1000

/** Indexes the next links, and returns the number of the last one; null when there was none. */
async function indexNext(tx: Tx, after: number): Promise<number | null> {
  const { rows } = await sql<{
    seq: number
    ownerId: string
    category: number
    title: string
    address: string
    descr: string
    tags: string
  }>`select seq, owner_id as "ownerId", category, title, address, descr,
      (select json_group_array(name) from (
        select t.name from link_tags lt join tags t on t.seq = lt.tag_seq and t.deleted_at is null
        where lt.link_seq = links.seq order by lt.position)) as tags
    from links where seq > ${after} order by seq limit ${sql.lit(batchSize)}`.execute(tx)
  const entries = rows.map(({ ownerId, category, tags: names, ...texts }) => {
    const tags = JSON.parse(names) as string[]
    // The texts of an encrypted link are envelopes.
    const { title, address, descr } = isEnvelope(texts.title, 'name') ? noTexts : texts
    return toIndexEntry(tx, { ownerId, category, ...toFieldTerms({ title, address, descr, tags }) })
  })
  await indexInserted(
    tx,
    rows.map(row => row.seq),
    entries,
  )
  return rows.at(-1)?.seq ?? null
}

const noTexts = { title: '', address: '', descr: '' }
