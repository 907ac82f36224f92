import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Example } from '@nestmark/contract/openapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '../../routes.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { currentExamples } from './current.testing.ts'
import { formOfValue } from './record.testing.ts'

const kept = JSON.parse(readFileSync(join(import.meta.dirname, 'examples.json'), 'utf8')) as Record<
  string,
  Example
>
const operations = routes.map(route => route.op)

describe('the public API is described by examples', () => {
  let now: Record<string, Example>
  beforeAll(async () => {
    now = await currentExamples()
  })

  test('KEY-02 every operation has an example, and none is of an operation that is gone', () => {
    const paths = operations.map(op => op.path).sort()
    expect(Object.keys(now).sort()).toEqual(paths)
    expect(Object.keys(kept).sort()).toEqual(paths)
  })

  test.each(operations.map(op => [op.path, op] as const))(
    'KEY-02 the example of %s is what the server takes and answers',
    (path, op) => {
      const example = kept[path]!
      if (op.method === 'POST' && op.transport !== 'upload')
        expect(z.safeParse(op.input, example.input).error?.issues).toBeUndefined()
      if (op.transport === undefined || op.transport === 'upload') {
        const { data } = example.answer as { data: unknown }
        expect(z.safeParse(op.output, data).error?.issues).toBeUndefined()
        expect((example.answer as { status: number }).status).toBe(example.status)
      }
      // `npm run examples` writes them anew where an answer was changed on purpose.
      expect(fitting(formOfValue(example), formOfValue(now[path]))).toBe(true)
    },
  )
})

/** Whether two forms are the same; 'anything' fits anything, and an empty list every list. */
function fitting(a: unknown, b: unknown): boolean {
  if (a === 'anything' || b === 'anything') return true
  if (a === 'list' || b === 'list') return a === b || Array.isArray(a) || Array.isArray(b)
  if (Array.isArray(a) && Array.isArray(b)) return fitting(a[1], b[1])
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(name => name in other && fitting(one[name], other[name]))
  )
}

describe('what shows them', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  test('KEY-02 the document and its page carry every example, with the address of this server', async () => {
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
    const page = await (await fetch(`${app.origin}/api/docs`)).text()
    expect(page.split('class="example"')).toHaveLength(operations.length + 1)
    expect(page).not.toContain('links.example.org')
  })
})
