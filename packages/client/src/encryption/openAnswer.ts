import type { Link } from '@nestmark/contract/shapes'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import type { KeyRing } from './keyRing.ts'
import { type KnownLinks, toLocked, toSealedTexts } from './knownLinks.ts'
import { isSealedHighlight, type SealedHighlight } from './sealedHighlights.ts'
import { isSealed, type SealedLink } from './sealedLink.ts'

type Values = Record<string, unknown>

/** Opens all encrypted links, notes and highlights of an answer. */
export type OpenAnswer = <T>(answer: T) => Promise<T>

/** What opening an answer uses, and its work so far. */
interface Opening {
  keyRing: Pick<KeyRing, 'open'>
  known: KnownLinks
  found: Promise<void>[]
}

const isLink = (value: Values): boolean =>
  typeof value._id === 'string' && typeof value.enc === 'number' && typeof value.name === 'string'
const isNote = (value: Values): value is { link_id: string; note: string } =>
  typeof value.link_id === 'string' &&
  typeof value.note === 'string' &&
  ((value as { sealedNote?: string }).sealedNote !== undefined || envelopeKeyId(value.note) !== null)

/**
 * Creates the function that opens all encrypted links, notes and highlights of an answer. Whatever cannot be opened is
 * emptied. An answer without encrypted links is returned as it is.
 */
export function createOpenAnswer(keyRing: Pick<KeyRing, 'get' | 'open'>, known: KnownLinks): OpenAnswer {
  return async answer => {
    if (!findsSealed(answer, known)) return answer
    for (;;) {
      const keys = keyRing.get()
      const found: Promise<void>[] = []
      const opened = replace(answer, { keyRing, known, found })
      await Promise.all(found)
      // The keys may have changed in the meantime.
      if (keys === keyRing.get()) return opened as typeof answer
    }
  }
}

/**
 * Returns whether an answer contains encrypted links, notes or highlights. Removes links that are no longer encrypted.
 * Works without recursion: a tree of collections has up to 10,000 levels.
 */
function findsSealed(answer: unknown, known: KnownLinks): boolean {
  let isFound = false
  const stack = [answer]
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    const values = value as Values
    if (!Array.isArray(value) && isLink(values)) {
      if (values.enc === 1) isFound = true
      else known.delete(values._id as string)
    } else if (!Array.isArray(value) && (isNote(values) || isSealedHighlight(values))) isFound = true
    else for (const part of Object.values(value)) if (typeof part === 'object') stack.push(part)
  }
  return isFound
}

/** Copies what contains encrypted links. @param opening receives the work */
function replace(value: unknown, opening: Opening): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(item => replace(item, opening))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  const values = value as Values
  if (isLink(values)) return replaceLink(values as unknown as Link, opening)
  if (isNote(values)) return replaceNote(values, opening)
  if (isSealedHighlight(values))
    return opening.known.highlights.open(values as unknown as SealedHighlight, opening.found)
  let copy: Values | undefined
  for (const [name, part] of Object.entries(values)) {
    const replaced = replace(part, opening)
    if (replaced !== part) copy = { ...(copy ?? values), [name]: replaced }
  }
  return copy ?? value
}

/** @param link or a part of one, with its name */
function replaceLink(link: Link, { keyRing, known, found }: Opening): Link {
  if (link.enc !== 1) return link
  const sealed = isSealed(link) ? link.sealed : toSealedTexts(link)
  const copy = toLocked({ ...link, sealed, isOpen: false })
  const kid = envelopeKeyId(sealed.name)
  if (kid === null) return copy
  // A list of highlights has parts of links, without descriptions. They are no links to edit.
  if (sealed.desc !== undefined) known.set(copy)
  found.push(openInto(copy, keyRing.open(kid)))
  return copy
}

async function openInto(copy: SealedLink, opened: Promise<CollectionKey | null>): Promise<void> {
  const key = await opened
  if (!key) return
  const { openLinkTexts } = await import('./linkTexts.ts')
  const [texts, files] = await Promise.all([openLinkTexts(key, copy._id, copy.sealed), openFiles(key, copy)])
  if (texts) Object.assign(copy, texts, files, { isOpen: true })
}

/** Returns the files of a link as the client shows them. */
async function openFiles(key: CollectionKey, link: SealedLink): Promise<Pick<SealedLink, 'files' | 'media'>> {
  const { media } = link.sealed
  if (!media || link.s3_key.length === 0) return {}
  const { openLinkFiles, toOpenMedia } = await import('./linkFiles.ts')
  const files = await openLinkFiles(key, link._id, link.s3_key)
  return { files, media: toOpenMedia(files, media) }
}

function replaceNote(value: { link_id: string; note: string }, { keyRing, found }: Opening): Values {
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
