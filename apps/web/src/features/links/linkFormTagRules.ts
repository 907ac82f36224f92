import { limits } from '@nestmark/core/limits'
import { linkFormTexts as texts } from '@nestmark/texts/linkForm'

type Added = { ok: true; tags: string[] } | { ok: false; problem: string; tooLong?: true }

/**
 * Adds a tag by name, without its '#'.
 * @returns the tags with the new one, or what is wrong with it
 */
export function addTag(tags: readonly string[], typed: string): Added {
  const name = typed.trim().replace(/^#+(?=.)/, '')
  if (name === '') return { ok: true, tags: [...tags] }
  if (name.length > limits.tagName) return { ok: false, problem: texts.tagTooLong, tooLong: true }
  if (tags.some(tag => tag.toLowerCase() === name.toLowerCase()))
    return { ok: false, problem: texts.tagTwice(name) }
  if (tags.length >= limits.tagsPerLink) return { ok: false, problem: texts.tagsTooMany(limits.tagsPerLink) }
  return { ok: true, tags: [...tags, name] }
}

const most = 5
const shortest = 3
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The person's own tags that suit a page: those whose name stands in its words or its address. The most used first.
 */
export function matchingTags(
  own: readonly { name: string; links_count: number }[],
  chosen: readonly string[],
  words: string,
): string[] {
  // Tags have no spaces between their words; hyphens stand for them.
  const text = ` ${fold(words).replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  if (text.trim() === '') return []
  const taken = new Set(chosen.map(fold))
  return own
    .filter(({ name }) => {
      const folded = fold(name)
      if (folded.length < shortest || taken.has(folded)) return false
      return text.includes(` ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ')} `)
    })
    .sort((a, b) => b.links_count - a.links_count)
    .slice(0, most)
    .map(tag => tag.name)
}
