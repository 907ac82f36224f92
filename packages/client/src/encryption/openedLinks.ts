import type { Link } from '@nestmark/contract/shapes'
import { type KnownLinks, toLocked, toSealedTexts } from './knownLinks.ts'
import type { LinkTexts } from './linkTexts.ts'
import type { SealedLink } from './sealedLink.ts'

/**
 * Returns an opened link of the search index as the client has it, and lets it encrypt edits of it. The same version that
 * an answer has contained is returned instead, because it has its picture.
 */
export function keepOpened(known: KnownLinks, link: Link, texts: LinkTexts): SealedLink {
  const current = known.findSealedLink(link._id)
  if (current?.version === link.version && current.isOpen && !current.isBare)
    return { ...link, ...toTexts(current) }
  const opened: SealedLink = { ...link, ...texts, sealed: toSealedTexts(link), isOpen: true, isBare: true }
  known.set(opened)
  return opened
}

/** Empties links of the search index whose keys are removed. Edits of them stay refused without the key. */
export function removeOpened(known: KnownLinks, ids: Iterable<string>): void {
  for (const id of ids) {
    const current = known.findSealedLink(id)
    if (current?.isBare) known.set(toLocked(current))
  }
}

const toTexts = ({
  name,
  desc,
  link,
  thumbnail,
  check_list,
  embed,
  sealed,
  isOpen,
  media,
  files,
}: SealedLink) => ({
  ...(media && { media }),
  ...(files && { files }),
  name,
  desc,
  link,
  thumbnail,
  check_list,
  embed,
  sealed,
  isOpen,
})
