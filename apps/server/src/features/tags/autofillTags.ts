import type { Output } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/tags'
import { limits } from '@nestmark/core/limits'
import { parseHost } from '@nestmark/core/addresses/url'
import { tagKey } from '@nestmark/core/words/tagKey'
import { action } from '../../calls/action.ts'
import { selectTagsContaining } from './listQuery.ts'
import { type Context, readContext, containsText } from './pageWords.ts'
import { distinctNames } from './store.ts'
import { tagsOfShared, findTagsByPhrase, tagsOfSimilar } from './suggestQuery.ts'

type Suggestions = Output<typeof contract.autofillTags>

/** The maximum number of suggestions, and how many of them may be words of the page that are not tags yet. */
const maxShown = 12
const maxNew = 4
/** The score that a tag of similar links needs, as a fraction of the best one's. */
const leastScore = 0.15

/**
 * Returns tag suggestions for a link: tags that contain the typed text, or before any typing those that match the
 * page. The person's own come first: named by the page, or on links of the same host or subject. Then, on request,
 * those of shared links, and keywords of the page.
 */
export const autofillTags = action(
  contract.autofillTags,
  { heavy: true, longResponse: true, isOwn: true },
  async ({ actor, services: { db } }, input) => {
    const chosen = new Set(input.tags.map(tagKey))
    const typed = input.input.trim().replace(/^#+/, '')
    const context = readContext({ ...input, host: parseHost(input.link) })
    const [own, others] = await Promise.all([
      typed === '' && context
        ? matchingTags(db.read, actor.personId, context)
        : selectTagsContaining(db.read, actor.personId, typed, maxShown + chosen.size),
      input.shared === 1 ? tagsOfShared(db.read, actor.personId, typed) : [],
    ])
    const mine = new Set(own.map(tag => tagKey(tag.name)))
    const found: Suggestions = [
      ...own.map(({ id, name }) => ({ _id: id, name })),
      ...distinctNames(others).flatMap(name => (mine.has(tagKey(name)) ? [] : [{ _id: null, name }])),
    ]
    const known = new Set([...chosen, ...found.map(tag => tagKey(tag.name))])
    const fresh = (context?.keywords ?? []).filter(
      word => !known.has(tagKey(word)) && word.length <= limits.tagName && containsText(word, typed),
    )
    return [
      ...found.filter(tag => !chosen.has(tagKey(tag.name))).slice(0, maxShown),
      ...fresh.slice(0, maxNew).map(name => ({ _id: null, name })),
    ].slice(0, maxShown)
  },
)

/** Returns the person's tags that match a page, the best first. */
async function matchingTags(db: Parameters<typeof findTagsByPhrase>[0], ownerId: string, context: Context) {
  const [named, similar] = await Promise.all([
    findTagsByPhrase(db, ownerId, context.phrases),
    tagsOfSimilar(db, ownerId, context.features),
  ])
  const scores = new Map<string, { id: string; name: string; score: number }>()
  const add = (tag: { id: string; name: string; links: number }, score: number) => {
    const known = scores.get(tag.id)
    // The more frequently used one precedes at an equal score.
    if (known) known.score += score
    else scores.set(tag.id, { id: tag.id, name: tag.name, score: score + Math.log10(1 + tag.links) / 10 })
  }
  // A tag that the page names weighs as much as one on half of the links with one of its words.
  for (const tag of named) add(tag, 0.5)
  // The best comes first. Much weaker ones are coincidences.
  const least = (similar[0]?.score ?? 0) * leastScore
  for (const tag of similar) if (tag.score >= least) add(tag, tag.score)
  return [...scores.values()].sort((a, b) => b.score - a.score)
}
