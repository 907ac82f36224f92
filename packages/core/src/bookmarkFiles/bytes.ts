import { joinBytes } from '../joinBytes.ts'

// Large sampleSize to contain the declaration, which precedes the first row, and to detect an undeclared encoding.
const sampleSize = 4096

/**
 * Decodes the bytes of a bookmark file to text. The encoding is determined by the byte order mark, else by the file's
 * declaration, else by the bytes: UTF-8 if they are valid UTF-8, otherwise windows-1252. Invalid bytes become U+FFFD;
 * nothing is thrown.
 * @param pieces the bytes, split at any position
 * @param isMarkup false for a file that declares no encoding
 * @yields the text in chunks, without byte order mark
 */
export async function* decodeBookmarkBytes(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  isMarkup = true,
): AsyncGenerator<string, void, undefined> {
  const decoder = createBookmarkDecoder(isMarkup)
  for await (const piece of pieces) {
    const text = decoder.write(piece)
    if (text !== '') yield text
  }
  const rest = decoder.end()
  if (rest !== '') yield rest
}

/**
 * Creates a decoder like `decodeBookmarkBytes` that takes one chunk at a time.
 * @param isMarkup false for a file that declares no encoding, so that a text that looks like a declaration is none
 */
export function createBookmarkDecoder(isMarkup = true): { write(piece: Uint8Array): string; end(): string } {
  let pending: Uint8Array = new Uint8Array(0)
  let isDeclarationPending = true
  let decoder: TextDecoder | null = null

  const take = (isLast: boolean): string => {
    if (isDeclarationPending) {
      if (!isLast && pending.length < sampleSize) return ''
      const label = declaredEncoding(pending, isMarkup)
      if (label !== null) return decodeAs(label)
      isDeclarationPending = false
    }
    const first = indexOfNonAscii(pending)
    // While all bytes are ASCII, every encoding gives the same text, so the decision waits for other bytes.
    if (first < 0) return flushAscii()
    return isLast || pending.length - first >= sampleSize
      ? decodeAs(detectEncoding(pending.subarray(first), isLast))
      : ''
  }
  const decodeAs = (label: string): string => {
    decoder = new TextDecoder(label)
    return decoder.decode(takePending(), { stream: true })
  }
  const flushAscii = (): string => new TextDecoder().decode(takePending())
  const takePending = (): Uint8Array => {
    const bytes = pending
    pending = new Uint8Array(0)
    return bytes
  }
  return {
    write(piece) {
      if (decoder !== null) return decoder.decode(piece, { stream: true })
      // Copied, because the caller may reuse its buffer.
      pending = joinBytes([pending, piece])
      return take(false)
    },
    end() {
      return (decoder === null ? take(true) : '') + (decoder?.decode() ?? '')
    },
  }
}

function declaredEncoding(bytes: Uint8Array, isMarkup: boolean): string | null {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && c !== 0 && d === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0 && d !== 0)) return 'utf-16be'
  if (!isMarkup) return null
  const head =
    new TextDecoder('latin1').decode(bytes.subarray(0, sampleSize)).split(/<d[lt][\s>]/i, 1)[0] ?? ''
  const name = /(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,30})/i.exec(head)?.[1]
  try {
    const label = name === undefined ? null : new TextDecoder(name).encoding
    // Bytes that are readable as ASCII are not UTF-16, and many files declare UTF-8 wrongly: see `detectEncoding`.
    return label === null || label.startsWith('utf-') ? null : label
  } catch {
    return null
  }
}

function detectEncoding(bytes: Uint8Array, isLast: boolean): string {
  const sample = bytes.subarray(0, 16 * sampleSize)
  const isComplete = isLast && sample.length === bytes.length
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: !isComplete })
    return 'utf-8'
  } catch {
    // A single invalid byte sequence does not rule out UTF-8.
    const text = new TextDecoder().decode(sample, { stream: !isComplete })
    const wrong = text.split('\ufffd').length - 1
    const right = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0
    return right > wrong ? 'utf-8' : 'windows-1252'
  }
}

function indexOfNonAscii(bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] ?? 0) >= 0x80) return i
  return -1
}
