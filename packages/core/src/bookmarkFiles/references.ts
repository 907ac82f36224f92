import { decodeHTMLStrict } from 'entities'

const reference = /&(?:#\d{1,10}|#x[\da-f]{1,8}|[a-z][\da-z]{1,31});/iy
/** The length of the longest reference. */
export const maxReferenceLength = 34

/**
 * Reads the reference that begins at a position. Only one that ends in `;` is a reference: many programs write
 * `?a=1&copy=2` as it is.
 * @returns its length and its characters; null for an unknown name
 */
export function readReference(text: string, at: number): { length: number; characters: string } | null {
  reference.lastIndex = at
  const written = reference.exec(text)?.[0] ?? ''
  const characters = decodeReferences(written)
  return characters === written ? null : { length: written.length, characters }
}

/** Replaces the references in a value, by the same rule. */
export const decodeReferences = (text: string): string => decodeHTMLStrict(text)
