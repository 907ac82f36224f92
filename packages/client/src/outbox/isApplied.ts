import type { updateLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { normaliseAddress } from '@nestmark/core/addresses/url'

const normaliseNames = (names: readonly string[]) =>
  names
    .map(name => name.trim().toLowerCase())
    .sort()
    .join('\n')

/**
 * Returns whether a link already has the values of an edit. An edit whose answer was lost is sent again and
 * then refused, because its own first execution changed the version.
 */
export function isApplied(edit: Input<typeof updateLink>, now: Link): boolean {
  const { name, desc, link, category, parent, tags, check_list: items } = edit
  const same = (a: string | undefined, b: string) => a === undefined || a.trim() === b.trim()
  return (
    same(name, now.name) &&
    same(desc, now.desc) &&
    (link === undefined || link.trim() === now.link || normaliseAddress(link) === now.link) &&
    (category === undefined || category === now.category) &&
    (parent === undefined || parent === now.parent) &&
    (tags === undefined || normaliseNames(tags) === normaliseNames(now.tags.map(tag => tag.name))) &&
    (items === undefined ||
      JSON.stringify(items.map(({ text, done }) => [text, done ?? false])) ===
        JSON.stringify(now.check_list.map(({ text, done }) => [text, done])))
  )
}
