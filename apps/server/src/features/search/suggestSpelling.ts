import * as contract from '@nestmark/contract/search/search'
import { tokenize } from '@nestmark/core/searchQuery/tokens'
import { foldText, splitRuns } from '@nestmark/core/words/searchTerms'
import { listNearestWords } from '@nestmark/core/words/spelling'
import { action, ownLibraryRead } from '../../calls/action.ts'
import { planSearch, searchType } from '../searchQuery/query.ts'
import { countFound, listWordsLike } from './store.ts'

/** Words whose spelling is checked; more are not typed by mistake. */
const maxChecked = 4

/**
 * Returns a search text with the nearest words of the library in place of unknown ones; null if there is none, or if it
 * finds no links either.
 */
export const suggestSpelling = action(
  contract.suggestSpelling,
  ownLibraryRead,
  async ({ actor, services: { db } }, { input, type, time_zone: timeZone }) => {
    let suggestion = input
    let checked = 0
    // From the end, so that the positions of earlier words stay.
    for (const { operator, quoted, negative, value, start, end } of tokenize(input).toReversed()) {
      const [run, more] = splitRuns(value)
      const isWord = operator === '' && !quoted && !negative && run !== undefined && more === undefined
      if (!isWord || run.unspaced || run.text.length < 4 || checked === maxChecked) continue
      checked++
      const candidates = await listWordsLike(db.read, actor.personId, run.text)
      // A word that the library has, or that begins one, is not misspelt.
      if (candidates.some(candidate => candidate.startsWith(run.text))) continue
      const [nearest] = listNearestWords(run.text, candidates, 1)
      if (nearest) suggestion = suggestion.slice(0, start) + nearest + suggestion.slice(end)
    }
    if (foldText(suggestion) === foldText(input)) return { suggestion: null }
    const searches = await planSearch(db.read, actor, {
      type: searchType(type),
      input: suggestion,
      timeZone,
    })
    const count = await countFound({ db: db.read, personId: actor.personId }, searches)
    return { suggestion: count > 0 ? suggestion : null }
  },
)
