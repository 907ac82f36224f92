import { chooseCandidate, parseSrcset } from './srcset.ts'
import { isDataAddress } from './resources.ts'

type Attributes = ReadonlyMap<string, string>

/** Attributes in which scripts look for the picture to load. */
const lazyAddresses = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-original-src',
  'data-lazy',
  'data-hi-res-src',
  'data-actualsrc',
  'data-lazyload',
  'data-lazysrc',
  'data-ll-src',
  'data-cfsrc',
  'data-echo',
  'data-img-src',
  'data-image-src',
  'data-image',
  'data-full-src',
  'data-orig-file',
  'nitro-lazy-src',
]
const lazySets = ['data-srcset', 'data-lazy-srcset', 'data-original-set', 'nitro-lazy-srcset']
/** All of them. A copy does not have them, because it has the picture. */
export const lazyAttributes: ReadonlySet<string> = new Set([...lazyAddresses, ...lazySets])
const placeholder = /\b(?:blank|placeholder|spacer|transparent|lazy|loading|1x1|pixel)\b/i

/**
 * Returns the address of the picture that an image element shows, as written: the best of its set, and the one that a
 * script would load instead of a placeholder.
 * @param sources the `source` elements of its `picture`
 * @returns null when it has none; a `data:` address when it contains its picture
 */
export function choosePicture(image: Attributes, sources: readonly Attributes[]): string | null {
  const lazy = first(image, lazyAddresses)
  const set = first(image, lazySets) ?? image.get('srcset')
  const fromSet = set === undefined ? null : chooseCandidate(parseSrcset(set))
  if (fromSet !== null && !isDataAddress(fromSet)) return fromSet
  if (lazy !== undefined) return lazy
  const src = image.get('src')?.trim()
  const isPlaceholder = !src || isDataAddress(src) || placeholder.test(src)
  if (!isPlaceholder) return src
  return chooseSource(sources) ?? (src || fromSet)
}

/** Returns true when an image element has only a placeholder, so that a script loads the picture. */
export function hasOnlyPlaceholder(image: Attributes): boolean {
  const address = choosePicture(image, [])
  return address === null || isDataAddress(address) || placeholder.test(address)
}

/** Returns true for a picture of one pixel, whose purpose is its request. */
export function isTrackingPixel(image: Attributes): boolean {
  const isTiny = (name: string) => /^\s*[01](?:px)?\s*$/.test(image.get(name) ?? '')
  return isTiny('width') && isTiny('height')
}

function chooseSource(sources: readonly Attributes[]): string | null {
  for (const source of sources) {
    const set = first(source, lazySets) ?? source.get('srcset')
    const chosen = set === undefined ? null : chooseCandidate(parseSrcset(set))
    if (chosen !== null && !isDataAddress(chosen)) return chosen
  }
  return null
}

function first(attributes: Attributes, names: readonly string[]): string | undefined {
  return names.map(name => attributes.get(name)?.trim()).find(value => value)
}
