import type { Link } from '@nestmark/contract/shapes'
import { descLimit } from '@nestmark/core/addresses/linkRules'

/**
 * Returns the description of a link with the names of its tags as a last line, such as `#name #other-name`; null when it does
 * not fit (ENC-12). Without tags it stays as it is.
 */
export function addTagWords(
  { desc, category }: Pick<Link, 'desc' | 'category'>,
  names: readonly string[],
): string | null {
  if (names.length === 0) return desc
  const words = names.map(name => `#${name.trim().replace(/\s+/gu, '-')}`).join(' ')
  const text = desc.trimEnd() === '' ? words : `${desc.trimEnd()}\n${words}`
  return text.length > descLimit(category) ? null : text
}
