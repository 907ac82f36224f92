import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writers } from './writers.testing.ts'

test('IO-03 docs/formats.md lists each format', () => {
  const docs = readFileSync(new URL('../../../../docs/formats.md', import.meta.url), 'utf8')
  const named = new Set([...docs.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  const ids = Object.keys(writers).map(id => (id === 'bookmarkHtml' ? 'html' : id))
  expect(ids.filter(id => !named.has(id))).toEqual([])
})
