import { limits } from '@nestmark/core/limits'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { addTag } from '../../../tags/tagRules.ts'

/** Adds a tag to a link's tags, up to their maximum number. */
export function addTagToLink(tags: readonly string[], typed: string) {
  const count = limits.tagsPerLink
  return addTag(tags, typed, { count, problem: texts.tagsTooMany(count) })
}
