import type { Link } from '@nestmark/contract/shapes'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import type { CollectionKey } from '@nestmark/encryption/collectionKey'
import { keyRing } from './keyRing.ts'
import type { LinkTexts } from './linkTexts.ts'
import { isSealedHighlight, openSealedHighlight, type SealedHighlight } from './sealedHighlight.ts'
import { isSealed, type SealedLink } from './sealedLink.ts'

type Values = Record<string, unknown>

/** The encrypted links that answers have contained, as the page has them, by id. Edits of them are encrypted. */
const knownLinks = new Map<string, SealedLink>()

/** Returns an encrypted link that the page has read. */
export const findSealedLink = (id: string): SealedLink | undefined => knownLinks.get(id)

/**
 * Returns an opened link of the search index as the page has it, and lets the page encrypt edits of it. The same version that
 * an answer has contained is returned instead, because it has its picture.
 */
export function keepOpened(link: Link, texts: LinkTexts): SealedLink {
  const known = knownLinks.get(link._id)
  if (known?.version === link.version && known.isOpen && !known.isBare) return { ...link, ...toTexts(known) }
  const opened: SealedLink = { ...link, ...texts, sealed: toSealedTexts(link), isOpen: true, isBare: true }
  knownLinks.set(link._id, opened)
  return opened
}

/** Empties links of the search index whose keys are removed. Edits of them stay refused without the key. */
export function removeOpened(ids: Iterable<string>): void {
  for (const id of ids) {
    const known = knownLinks.get(id)
    if (known?.isBare) knownLinks.set(id, toLocked(known))
  }
}

// After a lock no opened text stays in memory: links in no list any more are opened by no answer again.
keyRing.subscribe(() => {
  const kids = new Set(keyRing.get().map(({ kid }) => kid))
  for (const [id, known] of knownLinks)
    if (known.isOpen && !kids.has(envelopeKeyId(known.sealed.name) ?? '')) knownLinks.set(id, toLocked(known))
})

const emptyTexts = { name: '', desc: '', link: '', thumbnail: '', check_list: [], embed: '' }

/** Returns a link without its texts, and without what is known of its files. */
function toLocked(link: SealedLink): SealedLink {
  const locked = { ...link, ...emptyTexts, isOpen: false }
  delete locked.media
  delete locked.files
  return locked
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

const isLink = (value: Values): boolean =>
  typeof value._id === 'string' && typeof value.enc === 'number' && typeof value.name === 'string'
const isNote = (value: Values): value is { link_id: string; note: string } =>
  typeof value.link_id === 'string' &&
  typeof value.note === 'string' &&
  ((value as { sealedNote?: string }).sealedNote !== undefined || envelopeKeyId(value.note) !== null)

/**
 * Opens all encrypted links, notes and highlights of an answer. Whatever cannot be opened is emptied. An answer without encrypted links
 * is returned as it is.
 */
export async function openAnswer<T>(answer: T): Promise<T> {
  if (!findsSealed(answer)) return answer
  for (;;) {
    const keys = keyRing.get()
    const found: Promise<void>[] = []
    const opened = replace(answer, found)
    await Promise.all(found)
    // The keys may have changed in the meantime.
    if (keys === keyRing.get()) return opened as T
  }
}

/**
 * Returns whether an answer contains encrypted links, notes or highlights. Removes links that are no longer encrypted. Works
 * without recursion: a tree of collections has up to 10,000 levels.
 */
function findsSealed(answer: unknown): boolean {
  let isFound = false
  const stack = [answer]
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    const values = value as Values
    if (!Array.isArray(value) && isLink(values)) {
      if (values.enc === 1) isFound = true
      else knownLinks.delete(values._id as string)
    } else if (!Array.isArray(value) && (isNote(values) || isSealedHighlight(values))) isFound = true
    else for (const part of Object.values(value)) if (typeof part === 'object') stack.push(part)
  }
  return isFound
}

/** Copies what contains encrypted links. @param found receives the work */
function replace(value: unknown, found: Promise<void>[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(item => replace(item, found))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  const values = value as Values
  if (isLink(values)) return replaceLink(values as unknown as Link, found)
  if (isNote(values)) return replaceNote(values, found)
  if (isSealedHighlight(values)) return openSealedHighlight(values as unknown as SealedHighlight, found)
  let copy: Values | undefined
  for (const [name, part] of Object.entries(values)) {
    const replaced = replace(part, found)
    if (replaced !== part) copy = { ...(copy ?? values), [name]: replaced }
  }
  return copy ?? value
}

function replaceLink(link: Link, found: Promise<void>[]): Link {
  if (link.enc !== 1) return link
  const sealed = isSealed(link) ? link.sealed : toSealedTexts(link)
  const copy = toLocked({ ...link, sealed, isOpen: false })
  const kid = envelopeKeyId(sealed.name)
  if (kid === null) return copy
  knownLinks.set(link._id, copy)
  found.push(openInto(copy, kid))
  return copy
}

const toSealedTexts = ({ name, desc, link, thumbnail, enc_check_list, media }: Link) => ({
  name,
  desc,
  link,
  thumbnail,
  ...(enc_check_list !== undefined && { enc_check_list }),
  ...(media !== undefined && { media }),
})

async function openInto(copy: SealedLink, kid: string): Promise<void> {
  const key = await keyRing.open(kid)
  if (!key) return
  const { openLinkTexts } = await import('./linkTexts.ts')
  const [texts, files] = await Promise.all([openLinkTexts(key, copy._id, copy.sealed), openFiles(key, copy)])
  if (texts) Object.assign(copy, texts, files, { isOpen: true })
}

/** Returns the files of a link as the page shows them. */
async function openFiles(key: CollectionKey, link: SealedLink): Promise<Pick<SealedLink, 'files' | 'media'>> {
  const { media } = link.sealed
  if (!media || link.s3_key.length === 0) return {}
  const { openLinkFiles, toOpenMedia } = await import('./linkFiles.ts')
  const files = await openLinkFiles(key, link._id, link.s3_key)
  return { files, media: toOpenMedia(files, media) }
}

function replaceNote(value: { link_id: string; note: string }, found: Promise<void>[]): Values {
  const envelope = (value as { sealedNote?: string }).sealedNote ?? value.note
  const copy = { ...value, note: '', sealedNote: envelope }
  const open = async () => {
    const key = await keyRing.open(envelopeKeyId(envelope) ?? '')
    if (!key) return
    const { openNote } = await import('./linkTexts.ts')
    copy.note = (await openNote(key, value.link_id, envelope)) ?? ''
  }
  found.push(open())
  return copy
}
