import { type SearchType, searchTypeCodes } from '@nestmark/contract/search'
import { categories } from '@nestmark/core/limits'
import { foldText, queryTerms } from '@nestmark/core/searchTerms'
import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { placeOf } from '../../db/dialect.ts'
import { allFields, type TextField, type TextQuery } from '../../db/fullText.ts'

/** What is looked for: links, collections or both, and in which fields. */
export interface SearchPlan {
  links: TextQuery | { category: number } | null
  /** The folded text that a collection's name must hold. */
  folders: string | null
}

const fieldsOf: Partial<Record<SearchType, readonly TextField[]>> = {
  linkTitle: ['title'],
  linkUrl: ['address'],
  tag: ['tags'],
  link: allFields,
}

const typeNames = Object.fromEntries(
  Object.entries(searchTypeCodes).map(([name, code]) => [code, name as SearchType]),
)

/** A type by its code or name. */
export function searchType(type: SearchType | number): SearchType {
  return typeof type === 'number' ? typeNames[type]! : type
}

/** How many words of the library stand in for a part of a word. The commonest forms are among the shortest. */
const wordsPerPart = 60

/** Makes of a typed text what the database is asked. */
export async function planSearch(
  db: Queries,
  ownerId: string,
  type: SearchType,
  input: string,
  category?: number,
): Promise<SearchPlan> {
  if (type === 'category') {
    const name = input.trim().toLowerCase()
    const found = categories.find(
      each => each.tag === name || each.label.toLowerCase() === name || `${each.code}` === name,
    )
    return { links: found ? { category: found.code } : null, folders: null }
  }
  const terms = queryTerms(input)
  const fields = fieldsOf[type]
  const folders = type === 'tag' || type === 'linkUrl' || terms.length === 0 ? null : foldText(input.trim())
  if (!fields || terms.length === 0) return { links: null, folders }
  const all = await Promise.all(
    terms.map(async term => ({
      term,
      words: term.prefix ? await wordsHolding(db, ownerId, term.terms[0]!) : [],
    })),
  )
  return { links: { ownerId, fields, all, category }, folders }
}

/** Words of the library that hold the part somewhere behind their beginning. Two letters are too little for a Latin part. */
async function wordsHolding(db: Queries, ownerId: string, part: string): Promise<string[]> {
  if (part.length < (part.charCodeAt(0) > 127 ? 2 : 3)) return []
  const { rows } = await sql<{ word: string }>`
    select word from words where owner_id = ${ownerId} and ${placeOf(db, sql.ref('word'), part)} > 1
    order by length(word), word limit ${wordsPerPart}`.execute(db)
  return rows.map(row => row.word)
}
