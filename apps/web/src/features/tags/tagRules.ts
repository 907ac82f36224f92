import { limits } from '@nestmark/core/limits'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { linkFormTexts } from '@nestmark/texts/links/linkForm'

type AddResult = { ok: true; tags: string[] } | { ok: false; problem: string; tooLong?: true }

/**
 * Adds a tag by name, without its '#'.
 * @param maximum the maximum number of tags, and the error for more
 * @returns the tags with the new one, or the error
 */
export function addTag(
  tags: readonly string[],
  input: string,
  maximum?: { count: number; problem: string },
): AddResult {
  const name = input.trim().replace(/^#+(?=.)/, '')
  if (name === '') return { ok: true, tags: [...tags] }
  if (name.length > limits.tagName) return { ok: false, problem: texts.tooLong, tooLong: true }
  if (tags.some(tag => tag.toLowerCase() === name.toLowerCase()))
    return { ok: false, problem: texts.twice(name) }
  if (maximum && tags.length >= maximum.count) return { ok: false, problem: maximum.problem }
  return { ok: true, tags: [...tags, name] }
}

/** Adds a tag to a link's tags, up to their maximum number. */
export function addTagToLink(tags: readonly string[], typed: string) {
  const count = limits.tagsPerLink
  return addTag(tags, typed, { count, problem: linkFormTexts.tagsTooMany(count) })
}

/**
 * Adds several tags by name.
 * @returns the tags with all valid ones, and the invalid names with their errors
 */
export function addTags(tags: string[], names: readonly string[], add: typeof addTag = addTag) {
  let next = tags
  const invalid: { name: string; problem: string; tooLong: boolean }[] = []
  for (const name of names) {
    const result = add(next, name)
    if (result.ok) next = result.tags
    else invalid.push({ name, problem: result.problem, tooLong: result.tooLong === true })
  }
  return { tags: next, invalid }
}

/** How long the toast for a too long tag is shown, in milliseconds (B5). */
export const longErrorDuration = 30_000
