import { expect, test } from 'vitest'
import { createMemoryStorage } from './memoryStorage.testing.ts'
import { createTokenStore } from './token.ts'

const refuse = () => expect.unreachable()

test('a sign-in and a sign-out in another tab apply here', () => {
  const { openTab } = createMemoryStorage()
  const [here, there] = [createTokenStore(openTab(), refuse), createTokenStore(openTab(), refuse)]
  const seen: (string | null)[] = []
  here.subscribe(() => void seen.push(here.get()))
  there.set('a token')
  expect(here.get()).toBe('a token')
  there.remove()
  expect(seen).toEqual(['a token', null])
})

test('the token survives its client', () => {
  const { openTab } = createMemoryStorage()
  createTokenStore(openTab(), refuse).set('a token')
  const later = createTokenStore(openTab(), refuse)
  expect([later.get(), later.hasEnded()]).toEqual(['a token', false])
})

test.each(['', 'undefined', 'null', 'Token Expired!'])(
  'the stored token %j marks an ended session, and the page deletes its data',
  marker => {
    const { texts, openTab } = createMemoryStorage()
    texts.set('token', marker)
    const token = createTokenStore(openTab(), () => texts.clear())
    expect([token.get(), token.hasEnded(), texts.size]).toEqual([null, true, 0])
  },
)
