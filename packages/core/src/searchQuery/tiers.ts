import type { TextField, TextPlan } from './textPlan.ts'

/** Fields in descending order of weight. */
const fieldsByWeight: readonly TextField[] = ['title', 'tags', 'address', 'descr']

/** A part of the ranking: the links that match `plan` and no better tier have `rank`. */
export interface Tier<Plan> {
  /** 6 to 1; higher is better. */
  rank: number
  plan: Plan
}

/**
 * Returns the words of a search in tiers, the best matches first: complete words in the title (6), prefixes in the
 * title (5), substrings in the title (4), then also in the tags (3), the address (2) and the description (1). A
 * search of one field has the first three for that field. Each tier includes the results of the previous ones.
 */
export function toTiers<Plan extends TextPlan>(plan: Plan): Tier<Plan>[] {
  const fields = fieldsByWeight.filter(field => plan.fields.includes(field))
  // Excluded words are searched in every field of the search, in every tier.
  const first = { ...plan, fields: fields.slice(0, 1), noneFields: plan.noneFields ?? plan.fields }
  const begins = plan.all.map(each => ({ ...each, words: [] }))
  const exact = begins.map(each => ({
    ...each,
    prefixes: [],
    begins: undefined,
    term: { ...each.term, prefix: false },
  }))
  const hasParts = plan.all.some(each => each.words.length > 0)
  return [
    { rank: 6, plan: { ...first, all: exact } },
    { rank: 5, plan: { ...first, all: begins } },
    ...(hasParts ? [{ rank: 4, plan: first }] : []),
    ...fields.slice(1).map((field, at) => ({
      rank: fieldsByWeight.length - fieldsByWeight.indexOf(field),
      plan: { ...first, fields: fields.slice(0, at + 2) },
    })),
  ]
}
