import type { TextField } from '@nestmark/core/searchQuery/textPlan'
import type { QueryTerm } from '@nestmark/core/words/searchTerms'
import { categoryTerm, createPhrases, ownerTerm } from './ownerTerms.ts'
import { listBeginnings, type TextQuery } from './textQuery.ts'

/**
 * Returns the query for an index of SQLite.
 * @param column the only column of the index, in place of the fields of the query
 * @param prefixes what the terms of the owners begin with
 */
export function ftsQuery(query: TextQuery, prefixes: readonly string[] = [''], column?: string): string {
  const { ownerIds, fields, all, none = [], noneFields = fields, category, byPrefix = false } = query
  const columns = (names: readonly TextField[]) => `{${column ?? names.join(' ')}}`
  const phrase = createPhrases(prefixes)
  const one = ({ terms, prefix }: QueryTerm, beginnings: readonly string[] = []) => {
    const [term] = terms
    if (term !== undefined && beginnings.length > 0)
      return [phrase([term]), ...beginnings.map(each => phrase([each], ' *'))].join(' OR ')
    return phrase(terms, prefix ? ' *' : '')
  }
  const parts = all.map(each => {
    const { term, words, prefixes: beginnings, fields: own = fields } = listBeginnings(each)
    return `${columns(own)} : (${[one(term, beginnings), ...words.map(word => phrase([word]))].join(' OR ')})`
  })
  const owners = ownerIds.map(ownerTerm)
  const anyOwner = owners.length === 1 ? owners[0] : `(${owners.join(' OR ')})`
  const owner = [
    ...(byPrefix ? [] : [`owner : ${anyOwner}`]),
    ...(category ? [`owner : ${categoryTerm(category)}`] : []),
  ]
  // The engine starts with the rarest term; the owner is last because it has the longest list.
  const wanted = [...parts, ...owner].join(' AND ')
  return none.length > 0
    ? `(${wanted}) NOT ${columns(noneFields)} : (${none.map(term => one(term)).join(' OR ')})`
    : wanted
}
