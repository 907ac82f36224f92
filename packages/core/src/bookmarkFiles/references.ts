import { Tokenizer } from 'htmlparser2'

const single = /&(?:#\d{1,10}|#x[\da-f]{1,8}|[a-z][\da-z]{1,31});/iy
const all = new RegExp(single.source, 'gi')
/** The length of the longest reference. */
export const maxReferenceLength = 34

const decoded = new Map<string, string | null>()
const maxCached = 3000

/**
 * Returns the reference that begins at a position. Only one that ends in `;` is a reference: many programs write
 * `?a=1&copy=2` as it is.
 */
export function findReference(text: string, at: number): string | null {
  single.lastIndex = at
  return single.exec(text)?.[0] ?? null
}

/** Returns the characters of a reference; null for an unknown name. */
export function decodeReference(reference: string): string | null {
  const known = decoded.get(reference)
  if (known !== undefined) return known
  const characters = decodeOnce(reference)
  if (decoded.size < maxCached) decoded.set(reference, characters)
  return characters
}

/** Replaces the references in a value. */
export function decodeReferences(text: string): string {
  return text.includes('&') ? text.replace(all, found => decodeReference(found) ?? found) : text
}

function decodeOnce(reference: string): string | null {
  let characters = ''
  let hasText = false
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    {},
    {
      ontextentity: code => (characters += String.fromCodePoint(code)),
      ontext: () => (hasText = true),
      onopentagname: ignore,
      onopentagend: ignore,
      onselfclosingtag: ignore,
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onclosetag: ignore,
      ondeclaration: ignore,
      oncdata: ignore,
      oncomment: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(reference)
  tokenizer.end()
  return hasText || characters === '' ? null : characters
}
