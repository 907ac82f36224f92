import { foldText } from './searchTerms.ts'
import { countEdits } from './spelling.ts'

/** Names below this length differ by one letter without being the same word: 'cat', 'cart', 'car'. */
const minSpellingLength = 6

/**
 * Groups tags whose names are forms of one word: in case, accents, hyphens, blanks and other signs; in singular and plural
 * (English endings); or of at least six letters with one letter added, missing, replaced or swapped. Numbers must be equal:
 * 'web2' and 'web3' differ.
 * @param tags in the order in which they are returned
 * @returns groups of two and more, in the order of their first tag
 */
export function groupSimilarTags<Tag extends { name: string }>(tags: readonly Tag[]): Tag[][] {
  const groups = new Map<string, Tag[]>()
  for (const tag of tags) {
    const form = toForm(tag.name)
    // Names of signs only, such as emoji, have no form.
    if (form === '') continue
    const group = groups.get(form)
    if (group) group.push(tag)
    else groups.set(form, [tag])
  }
  joinMisspelt(groups)
  const order = new Map(tags.map((tag, at) => [tag, at]))
  return [...groups.values()]
    .filter(group => group.length > 1)
    .map(group => group.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)))
    .toSorted((a, b) => (order.get(a[0] as Tag) ?? 0) - (order.get(b[0] as Tag) ?? 0))
}

/** Returns the form by which two names are the same word. The signs of names such as C++ and C# belong to the word. */
function toForm(name: string): string {
  const folded = foldText(name)
  if (/^\p{L}+[+#]+$/u.test(folded)) return folded
  return toSingular(folded.replace(/[^\p{L}\p{M}\p{N}]/gu, ''))
}

function toSingular(word: string): string {
  if (word.length < 4 || !/^[a-z0-9]+$/.test(word)) return word
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

/**
 * Joins the groups of forms that differ by one edit. Such forms are equal after the removal of one letter of each, so that
 * only those are compared.
 */
function joinMisspelt<Tag>(groups: Map<string, Tag[]>): void {
  const byShortened = new Map<string, string[]>()
  for (const form of [...groups.keys()].filter(each => each.length >= minSpellingLength))
    for (const key of new Set([form, ...listShortened(form)].map(each => `${each} ${digitsOf(form)}`))) {
      const near = byShortened.get(key)
      const other = near?.find(each => countEdits(form, each, 1) === 1 && groups.has(each))
      if (other !== undefined) {
        groups.get(other)?.push(...(groups.get(form) ?? []))
        groups.delete(form)
        break
      }
      if (near) near.push(form)
      else byShortened.set(key, [form])
    }
}

/** Returns a word without each of its letters in turn. */
const listShortened = (word: string) =>
  Array.from({ length: word.length }, (_, at) => word.slice(0, at) + word.slice(at + 1))

const digitsOf = (form: string) => form.replace(/\P{N}/gu, '')
