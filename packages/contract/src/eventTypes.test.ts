import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { webhookEvents } from './eventTypes.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')

test('docs/webhooks.md lists every event that webhooks can receive, and no other', () => {
  const documented = docs.match(/`(link|collection|highlight)\.[a-zA-Z]+`/g) ?? []
  expect([...new Set(documented)].map(each => each.slice(1, -1)).toSorted()).toEqual(webhookEvents.toSorted())
})
