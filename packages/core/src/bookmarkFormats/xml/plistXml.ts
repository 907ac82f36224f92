import { Parser } from 'htmlparser2'
import type { BrokenAt } from '../../bookmarkFiles/events.ts'

const maxDepth = 3000

/** A container that is being read, and the key of the next value of a dictionary. */
type Open = { value: unknown[] } | { value: Record<string, unknown>; key: string }

/**
 * Parses a property list in XML. Dates are texts in ISO 8601; data is left out.
 * @returns the value as far as the text goes, and where it breaks off
 */
export function parsePlistXml(text: string): { value: unknown; broken: BrokenAt | null } {
  let root: unknown
  let broken: BrokenAt | null = null
  const open: Open[] = []
  let part = ''
  let isRead = false
  const add = (value: unknown) => {
    const around = open.at(-1)
    if (!around) root ??= value
    else if ('key' in around) around.value[around.key] = value
    else around.value.push(value)
  }
  const parser = new Parser(
    {
      onprocessinginstruction(_name, content) {
        if (/<!ENTITY/i.test(content)) stop('documentType')
      },
      onopentag(name) {
        part = ''
        if (open.length > maxDepth) return stop('tooDeep')
        if (name === 'dict') enter({ value: Object.create(null) as Record<string, unknown>, key: '' })
        else if (name === 'array') enter({ value: [] })
      },
      ontext(more) {
        part += more
      },
      onclosetag(name, isImplied) {
        if (isImplied) broken ??= { reason: 'cutOff', line: 0 }
        const around = open.at(-1)
        if (name === 'dict' || name === 'array') open.pop()
        else if (name === 'key' && around && 'key' in around) around.key = part
        else if (name === 'string' || name === 'date') add(part)
        else if (name === 'integer' || name === 'real') add(Number(part))
        else if (name === 'true' || name === 'false') add(name === 'true')
        if (name === 'plist') isRead = true
        part = ''
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const enter = (container: Open) => {
    add(container.value)
    open.push(container)
  }
  const stop = (reason: BrokenAt['reason']) => {
    broken ??= { reason, line: 0 }
    parser.pause()
  }
  parser.end(text)
  if (!isRead) broken ??= { reason: 'cutOff', line: 0 }
  return { value: root, broken }
}
