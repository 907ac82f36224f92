import { limits } from '@nestmark/core/limits'
import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { addTag } from '../tags/rules.ts'

/** Adds a tag to those of a link, which has room for so many. */
export function addTagToLink(tags: readonly string[], typed: string) {
  const count = limits.tagsPerLink
  return addTag(tags, typed, { count, problem: texts.tagsTooMany(count) })
}
