import { gzipSync } from 'node:zlib'
import { Random } from './random.ts'
import type { Site } from '../benchmark.ts'
import { openRawSql, type RawSql } from '../serverLocation.ts'

/** A word that seven pages have, and no link. */
export const rarePageWord = 'axolotl'
const rarePages = 7
const wordsPerPage = 900
/** The number of generated texts. The pages of a library repeat them, which is much faster to write. */
const distinctTexts = 1000
const batch = 5000
/** How long writing may take, in milliseconds. */
const longest = 110_000

/**
 * Gives each link of a library the text of a page, as a copy of its page does, with direct rows. Ends early when it takes
 * too long.
 * @returns how many links have one
 */
export async function writePageTexts({
  location,
  personId,
}: Pick<Site, 'location' | 'personId'>): Promise<number> {
  const raw = await openRawSql(location)
  try {
    const random = new Random(11)
    const texts = Array.from({ length: distinctTexts }, () =>
      Array.from({ length: wordsPerPage }, () => random.word()).join(' '),
    )
    await (raw.kind === 'postgres' ? prepareOnPostgres(raw, texts) : prepareOnSqlite(raw, texts))
    const owner = `o${Buffer.from(personId).toString('hex')}`
    const seqs = await writeAll(raw, personId, owner)
    await writeRare(raw, owner, seqs, texts[0] ?? '')
    if (raw.kind === 'postgres')
      await raw.run(`create index page_texts_terms on page_texts using gin (terms) with (fastupdate = off);
        analyze page_texts`)
    return seqs.length
  } finally {
    await raw.close()
  }
}

async function prepareOnSqlite(raw: RawSql, texts: readonly string[]): Promise<void> {
  await raw.run(`create temp table made (n integer primary key, text blob, terms text)`)
  const insert = raw.prepare(`insert into made values ($1, $2, $3)`)
  for (const [n, text] of texts.entries()) await insert(n, pack(text), text)
}

async function prepareOnPostgres(raw: RawSql, texts: readonly string[]): Promise<void> {
  // It is written again by one statement, like that of a restored backup.
  await raw.run(
    `drop index page_texts_terms; create temp table made (n bigint primary key, text bytea, terms text)`,
  )
  const insert = raw.prepare(`insert into made values ($1, $2, $3)`)
  for (const [n, text] of texts.entries()) await insert(n, pack(text), text)
}

async function writeAll(raw: RawSql, personId: string, owner: string): Promise<number[]> {
  const next = raw.prepare(
    `select seq from links where owner_id = $1 and seq > $2 order by seq limit ${batch}`,
  )
  const source = (columns: string, more: string) =>
    `select ${columns} from links l join made m on m.n = l.seq % ${distinctTexts}
     where l.owner_id = $1 and l.seq > $2 and l.seq <= $3 ${more}`
  const texts = raw.prepare(
    raw.kind === 'postgres'
      ? `insert into page_texts (link_seq, text, terms) ${source(`l.seq, m.text, to_tsvector('simple', $4 || ' ' || m.terms)`, '')}`
      : `insert into page_texts (link_seq, text) ${source('l.seq, m.text', '')}`,
  )
  const index =
    raw.kind === 'sqlite' &&
    raw.prepare(
      `insert into page_terms (rowid, owner, text) ${source('l.seq, $4, m.terms', 'order by l.seq')}`,
    )
  const written: number[] = []
  for (const end = performance.now() + longest; performance.now() < end;) {
    const after = written.at(-1) ?? 0
    const seqs = (await next(personId, after)).map(row => row.seq as number)
    const last = seqs.at(-1)
    if (last === undefined) break
    await raw.run('begin')
    if (index) {
      await texts(personId, after, last)
      await index(personId, after, last, owner)
    } else await texts(personId, after, last, owner)
    await raw.run('commit')
    written.push(...seqs)
  }
  return written
}

/** Adds the rare word to the texts of a few links, far from each other. */
async function writeRare(raw: RawSql, owner: string, seqs: readonly number[], text: string): Promise<void> {
  const half = Math.floor(text.length / 2)
  const rare = `${text.slice(0, half)} ${rarePageWord} ${text.slice(half)}`
  for (let n = 0; n < rarePages; n++) {
    const seq = seqs[Math.floor((seqs.length / rarePages) * n)] ?? 0
    if (raw.kind === 'postgres')
      await raw.prepare(
        `update page_texts set text = $2, terms = to_tsvector('simple', $3) where link_seq = $1`,
      )(seq, pack(rare), `${owner} ${rare}`)
    else {
      await raw.prepare(`update page_texts set text = $2 where link_seq = $1`)(seq, pack(rare))
      await raw.prepare(`insert or replace into page_terms (rowid, owner, text) values ($1, $2, $3)`)(
        seq,
        owner,
        rare,
      )
    }
  }
}

const pack = (text: string) => gzipSync(text, { level: 1 })
