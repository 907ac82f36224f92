// Enough to see the declaration, which stands before the first row, and to judge an undeclared encoding.
const enough = 4096

/**
 * Turns the bytes of a bookmark file into text. A byte order mark decides, else what the file declares, else
 * the bytes themselves: UTF-8 when they are, windows-1252 when they cannot be. Bytes that fit no encoding
 * become U+FFFD; nothing is thrown.
 * @param pieces the bytes, cut anywhere
 * @yields the text in pieces, without byte order mark
 */
export async function* decodeBookmarkBytes(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = createBookmarkDecoder()
  for await (const piece of pieces) {
    const text = decoder.write(piece)
    if (text !== '') yield text
  }
  const rest = decoder.end()
  if (rest !== '') yield rest
}

/** As `decodeBookmarkBytes`, one piece at a time. */
export function createBookmarkDecoder(): { write(piece: Uint8Array): string; end(): string } {
  let held: Uint8Array = new Uint8Array(0)
  let declaring = true
  let decoder: TextDecoder | null = null

  const take = (isLast: boolean): string => {
    if (declaring) {
      if (!isLast && held.length < enough) return ''
      const label = declared(held)
      if (label !== null) return decodeAs(label)
      declaring = false
    }
    const first = firstBeyondAscii(held)
    // As long as all is ASCII the choice makes no difference, and it waits for the bytes that tell.
    if (first < 0) return released()
    return isLast || held.length - first >= enough ? decodeAs(guessed(held.subarray(first), isLast)) : ''
  }
  const decodeAs = (label: string): string => {
    decoder = new TextDecoder(label)
    return decoder.decode(taken(), { stream: true })
  }
  const released = (): string => new TextDecoder().decode(taken())
  const taken = (): Uint8Array => {
    const bytes = held
    held = new Uint8Array(0)
    return bytes
  }
  return {
    write(piece) {
      if (decoder !== null) return decoder.decode(piece, { stream: true })
      // A copy: the caller may use its buffer again.
      held = joined(held, piece)
      return take(false)
    },
    end() {
      return (decoder === null ? take(true) : '') + (decoder?.decode() ?? '')
    },
  }
}

function declared(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && c !== 0 && d === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0 && d !== 0)) return 'utf-16be'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, enough)).split(/<d[lt][\s>]/i, 1)[0] ?? ''
  const name = /(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,30})/i.exec(head)?.[1]
  try {
    const label = name === undefined ? null : new TextDecoder(name).encoding
    // What could just be read as ASCII is not UTF-16, and many a file says UTF-8 and is not: see `guessed`.
    return label === null || label.startsWith('utf-') ? null : label
  } catch {
    return null
  }
}

function guessed(bytes: Uint8Array, isLast: boolean): string {
  const sample = bytes.subarray(0, 16 * enough)
  const isWhole = isLast && sample.length === bytes.length
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: !isWhole })
    return 'utf-8'
  } catch {
    // One damaged character does not make a UTF-8 file another one.
    const text = new TextDecoder().decode(sample, { stream: !isWhole })
    const wrong = text.split('\ufffd').length - 1
    const right = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0
    return right > wrong ? 'utf-8' : 'windows-1252'
  }
}

function firstBeyondAscii(bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] ?? 0) >= 0x80) return i
  return -1
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  const all = new Uint8Array(before.length + after.length)
  all.set(before)
  all.set(after, before.length)
  return all
}
