import { Parser } from 'htmlparser2'
import { decodeBookmarkBytes } from '../../bookmarkFiles/bytes.ts'
import type { BookmarkEvent, BrokenAt } from '../../bookmarkFiles/events.ts'
import type { BookmarkFormat, Bytes, FileHead, FormatOptions } from '../format.ts'
import type { FormatId } from '../formatId.ts'
import { RowSink } from '../rowSink.ts'

/** More levels than any library has. The parser takes longer for each. */
const maxDepth = 2000
/** The length of a text, in UTF-16 code units, above which the rest is left out. */
const maxText = 10_000_000

/** What reads the elements of one file. Names are in lower case, with their prefixes. */
export interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void
  /** @param text all text since the last tag that opened or closed */
  close(name: string, text: string): void
  /** Adds what is collected until the end. */
  end?(): void
}

interface XmlFormat {
  id: FormatId
  recognise: (head: FileHead) => boolean
  open(sink: RowSink): XmlReader
}

/**
 * Makes a format of XML. Tolerates text that is not well-formed, which real exporters write. It resolves no entity besides
 * those of XML, fetches nothing, and stops at a document type that declares entities (I01).
 */
export function xmlFormat({ id, recognise, open }: XmlFormat): BookmarkFormat {
  return { id, recognise, read: (bytes, options) => readXml(bytes, options, open) }
}

async function* readXml(
  bytes: Bytes,
  options: FormatOptions,
  open: XmlFormat['open'],
): AsyncGenerator<BookmarkEvent, void, undefined> {
  const sink = new RowSink(options)
  const stream = new XmlStream(open(sink))
  for await (const text of decodeBookmarkBytes(bytes)) {
    stream.write(text)
    yield* sink.taken()
  }
  stream.end()
  sink.end(stream.line, stream.broken)
  yield* sink.taken()
}

class XmlStream {
  line = 1
  broken: BrokenAt | null = null
  readonly #reader: XmlReader
  readonly #parser: Parser
  #depth = 0
  #text = ''

  constructor(reader: XmlReader) {
    this.#reader = reader
    this.#parser = new Parser(
      {
        onprocessinginstruction: (_name, text) => {
          if (/^!doctype[^]*<!ENTITY/i.test(text)) this.#stop('documentType')
        },
        onopentag: (name, attributes) => this.#open(name.toLowerCase(), attributes),
        ontext: text => {
          if (this.#text.length < maxText) this.#text += text
        },
        // An element that the file does not close is closed at the end.
        onclosetag: name => this.#close(name.toLowerCase()),
      },
      { xmlMode: true, decodeEntities: true, lowerCaseAttributeNames: false },
    )
  }

  write(text: string): void {
    if (this.broken) return
    // Line by line, so that the line of each element is known.
    for (let at = 0; at < text.length && !this.broken;) {
      const found = text.indexOf('\n', at)
      const end = found < 0 ? text.length : found + 1
      this.#parser.write(text.slice(at, end))
      if (found >= 0) this.line++
      at = end
    }
  }

  end(): void {
    const depth = this.#depth
    const { line } = this
    if (!this.broken) this.#parser.end()
    if (!this.broken && depth > 0) this.broken = { reason: 'cutOff', line }
    this.#reader.end?.()
  }

  #stop(reason: BrokenAt['reason']): void {
    this.broken ??= { reason, line: this.line }
    this.#parser.pause()
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (this.broken) return
    if (++this.#depth > maxDepth) return this.#stop('tooDeep')
    this.#text = ''
    this.#reader.open(name, attributes, this.line)
  }

  #close(name: string): void {
    if (this.broken) return
    this.#depth--
    const text = this.#text
    this.#text = ''
    this.#reader.close(name, text)
  }
}
