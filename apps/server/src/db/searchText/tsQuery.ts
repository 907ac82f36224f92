import { allFields, type TextField, type TextPlan } from '@nestmark/core/searchQuery/textPlan'
import type { QueryTerm } from '@nestmark/core/words/searchTerms'
import { categoryTerm, ownerTerm } from './ownerTerms.ts'
import { listBeginnings, type TextQuery } from './textQuery.ts'

/** The weights of the fields of a link. */
export const weights: Record<TextField, string> = { title: 'A', tags: 'B', address: 'C', descr: 'D' }

const lexeme = (term: string) => `'${term.replaceAll('\\', '').replaceAll("'", '')}'`

/**
 * Returns the query for an index of PostgreSQL, as text.
 * @param prefixes what the terms of the owners begin with
 */
export function tsQuery(query: TextQuery, prefixes: readonly string[] = ['']): string {
  const { ownerIds, fields, none = [], noneFields = fields, category } = query
  const owners = ownerIds.map(id => lexeme(ownerTerm(id))).join(' | ')
  return [
    wordsQuery(query, prefixes),
    ownerIds.length === 1 ? owners : `(${owners})`,
    ...(category ? [lexeme(categoryTerm(category))] : []),
    ...none.map(term => `!${phraseIn(term, columns(noneFields), prefixes)}`),
  ]
    .filter(Boolean)
    .join(' & ')
}

/** Returns the part of the query with the words that must match. */
export function wordsQuery({ fields, all }: TextPlan, prefixes: readonly string[]): string {
  const parts = all.map(each => {
    const { term, words, fields: own = fields } = listBeginnings(each)
    const where = columns(own)
    const oneWord = (word: string) => phraseIn({ terms: [word], prefix: false }, where, prefixes)
    return `(${[phraseIn(term, where, prefixes), ...words.map(oneWord)].join(' | ')})`
  })
  return parts.join(' & ')
}

// A term that may match in any field gets no weight: then the index alone decides, without a recheck of rows.
const columns = (names: readonly TextField[]) =>
  names.length === allFields.length ? '' : names.map(field => weights[field]).join('')
const lexemeIn = (term: string, where: string) => (where ? `${lexeme(term)}:${where}` : lexeme(term))
/** Returns adjacent terms as terms of any of the owners. */
function phraseIn({ terms, prefix }: QueryTerm, where: string, prefixes: readonly string[]): string {
  const phrase = (begin: string) =>
    terms.map(term => lexemeIn(begin + term, (prefix ? '*' : '') + where)).join(' <-> ')
  return `(${prefixes.map(phrase).join(' | ')})`
}

/** The limits of PostgreSQL: words after the last position still match, and so do further occurrences of a word. */
const lastPosition = 16_383
const maxPositions = 200

/**
 * Returns an entry of an index of PostgreSQL, as text.
 * @param fields the terms of each field, with its weight: '' for an index of one field
 * @param prefix begins each of them
 * @param others terms without a position
 */
export function toVector(
  fields: readonly (readonly [terms: string, weight: string])[],
  prefix: string,
  others: readonly string[],
): string {
  const positions = new Map<string, string[]>()
  let position = 0
  for (const [terms, weight] of fields) {
    for (const term of terms.split(' ')) {
      if (!term) continue
      const at = `${Math.min(++position, lastPosition)}${weight}`
      const known = positions.get(term)
      if (!known) positions.set(term, [at])
      else if (known.length < maxPositions) known.push(at)
    }
    // A gap prevents phrases from matching across fields.
    position += 2
  }
  const terms = [...positions].map(([term, at]) => `${lexeme(prefix + term)}:${at.join(',')}`)
  return [...terms, ...others.map(lexeme)].join(' ')
}
