import type { CountedTag } from '@nestmark/contract/tags'
import { foldText } from '../../lib/foldText.ts'

/** Returns the tags whose name contains a text, most used first, as the server lists them. */
export function matchTags(tags: readonly CountedTag[], input: string): CountedTag[] {
  const wanted = foldText(input.trim())
  return tags
    .filter(({ name }) => foldText(name).includes(wanted))
    .toSorted((a, b) => b.links_count - a.links_count || a.name.localeCompare(b.name))
}
