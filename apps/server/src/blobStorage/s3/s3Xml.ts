import { Parser } from 'htmlparser2'

/** The texts of the elements without children, by name. */
export type XmlFields = Readonly<Record<string, string>>

/**
 * Reads an answer of S3, which is flat: each of its elements of a name has texts, and no name inside it is used twice.
 * The names are without a namespace.
 * @param repeated the name of the elements that are listed
 * @returns the texts of each listed element, and those outside them
 */
export function readXml(text: string, repeated = ''): { fields: XmlFields; items: XmlFields[] } {
  const fields: Record<string, string> = {}
  const items: Record<string, string>[] = []
  let item: Record<string, string> | null = null
  let value = ''
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === repeated) items.push((item = {}))
        value = ''
      },
      ontext(chunk) {
        value += chunk
      },
      onclosetag(name) {
        if (name === repeated) item = null
        else (item ?? fields)[name] ??= value
        value = ''
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  return { fields, items }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, character => entities[character] ?? character)
}
