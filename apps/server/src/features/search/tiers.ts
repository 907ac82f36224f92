import type { TextField, TextQuery } from '../../db/fullText.ts'

/** Fields in descending order of weight. */
const fieldsByWeight: readonly TextField[] = ['title', 'tags', 'address', 'descr']

/**
 * Returns the query in tiers, the best matches first: whole words in the title, prefixes in the title, substrings in
 * the title, then also in the tags, the address and the description. Each tier includes the results of the previous
 * ones.
 */
export function toTiers(query: TextQuery): TextQuery[] {
  const fields = fieldsByWeight.filter(field => query.fields.includes(field))
  const first = { ...query, fields: fields.slice(0, 1) }
  const begins = query.all.map(each => ({ ...each, words: [] }))
  const exact = begins.map(each => ({ ...each, prefixes: [], term: { ...each.term, prefix: false } }))
  const hasParts = query.all.some(each => each.words.length > 0)
  return [
    { ...first, all: exact },
    { ...first, all: begins },
    ...(hasParts ? [first] : []),
    ...fields.slice(1).map((_, at) => ({ ...query, fields: fields.slice(0, at + 2) })),
  ]
}
