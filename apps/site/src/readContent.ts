import { readFileSync } from 'node:fs'
import { marked } from 'marked'

/** A content file: the values at its beginning, and the HTML of its text. */
export interface Content {
  title: string
  description: string
  /** Other values by name. */
  values: ReadonlyMap<string, string>
  html: string
}

/**
 * Reads a content file: lines `name: value` between two lines `---`, then Markdown (`.md`) or HTML (`.html`).
 * @throws Error naming the file when it has no title or description
 */
export function readContent(file: string): Content {
  const text = readFileSync(file, 'utf8')
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const values = new Map(
    head.split('\n').map(line => {
      const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? []
      return [name, value] as const
    }),
  )
  const [title, description] = [values.get('title'), values.get('description')]
  if (!title || !description) throw new Error(`${file} needs a title and a description.`)
  return {
    title,
    description,
    values,
    html: file.endsWith('.md') ? marked.parse(body, { async: false }) : body,
  }
}
