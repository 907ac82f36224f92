import { escapeHtml } from '../../calls/escapeHtml.ts'

/** A piece of HTML. Everything else that is put into `html` is a text, and is escaped. */
export class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

/** Builds HTML. Texts are escaped; false, null and undefined give nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(parts.map((part, at) => part + (at < values.length ? toSource(values[at]) : '')).join(''))
}

function toSource(part: Part): string {
  if (part === false || part === null || part === undefined) return ''
  if (part instanceof Html) return part.source
  return Array.isArray(part) ? part.map(toSource).join('') : escapeHtml(String(part))
}
