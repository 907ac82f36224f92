import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Example } from '@nestmark/contract/openapi/openapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '../../routes.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { currentExamples } from './current.testing.ts'
import { formOfValue } from './record.testing.ts'

const stored = JSON.parse(readFileSync(join(import.meta.dirname, 'examples.json'), 'utf8')) as Record<
  string,
  Example
>
const operations = routes.map(route => route.op)

describe('examples of the public API', () => {
  let current: Record<string, Example>
  beforeAll(async () => {
    current = await currentExamples()
  })

  test('KEY-02 every operation has an example, and every example has an operation', () => {
    const paths = operations.map(op => op.path).sort()
    expect(Object.keys(current).sort()).toEqual(paths)
    expect(Object.keys(stored).sort()).toEqual(paths)
  })

  test.each(operations.map(op => [op.path, op] as const))(
    'KEY-02 the example of %s matches the server’s input and response',
    (path, op) => {
      const example = stored[path]!
      if (op.method === 'POST' && op.transport !== 'upload')
        expect(z.safeParse(op.input, example.input).error?.issues).toBeUndefined()
      if (op.transport === undefined || op.transport === 'upload') {
        const { data } = example.answer as { data: unknown }
        expect(z.safeParse(op.output, data).error?.issues).toBeUndefined()
        expect((example.answer as { status: number }).status).toBe(example.status)
      }
      // `npm run examples` regenerates them after an intended change of a response.
      expect(matches(formOfValue(example), formOfValue(current[path]))).toBe(true)
    },
  )
})

/** Returns whether two forms match; 'anything' matches anything, and an empty list matches every list. */
function matches(a: unknown, b: unknown): boolean {
  if (a === 'anything' || b === 'anything') return true
  if (a === 'list' || b === 'list') return a === b || Array.isArray(a) || Array.isArray(b)
  if (Array.isArray(a) && Array.isArray(b)) return matches(a[1], b[1])
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(name => name in other && matches(one[name], other[name]))
  )
}

describe('API page and document', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  test('KEY-02 the document and the pages of the calls contain every example, with the address of this server', async () => {
    const document = (await (await fetch(`${app.origin}/api/openapi.json`)).json()) as {
      paths: Record<
        string,
        Record<string, { responses: Record<string, { content?: Record<string, { example?: unknown }> }> }>
      >
    }
    for (const op of operations) {
      const { responses } = document.paths[`/api/${op.path}`]![op.method.toLowerCase()]!
      const contents = Object.values(responses).flatMap(each => Object.values(each.content ?? {}))
      expect([op.path, contents.some(each => each.example !== undefined)]).toEqual([op.path, true])
    }
    for (const { path } of operations) {
      const page = await (await fetch(`${app.origin}/api/docs/${path}`)).text()
      expect([path, page.split('class="example"').length]).toEqual([path, 2])
      expect(page).not.toContain('links.example.org')
    }
  })
})
