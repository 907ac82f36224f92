import { autofillTags } from '@nestmark/contract/tags'
import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeClient } from '../../../lib/api/fakeClient.testing.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { fakePage } from '../../../lib/fakePage.testing.ts'
import { toTagQuery } from './useSuggestions.ts'

beforeEach(() => {
  fakePage()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** Observes the query of the typed text, as the search field does. */
function typeInField() {
  const client = fakeClient()
  client.answer(autofillTags, ({ input }) => [{ _id: null, name: `${input} tag` }])
  const observer = new QueryObserver<{ name: string }[]>(queryClient, { ...toTagQuery(''), enabled: false })
  onTestFinished(observer.subscribe(() => undefined))
  return {
    type: (input: string) => observer.setOptions({ ...toTagQuery(input), enabled: true }),
    sent: () => client.calls.map(({ input }) => (input as { input: string }).input),
    shown: () => observer.getCurrentResult().data?.map(({ name }) => name),
  }
}

test('TAG-06 SRCH-07 sends a word typed without a pause in one call, with all of its letters', async () => {
  const { type, sent, shown } = typeInField()
  for (let length = 2; length <= 10; length++) {
    type('vernacular'.slice(0, length))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(119)
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent()).toEqual(['vernacular'])
  expect(shown()).toEqual(['vernacular tag'])
})

test('TAG-06 SRCH-07 sends the next letters after a pause in another call, and an answered text not again', async () => {
  const { type, sent, shown } = typeInField()
  for (const text of ['turf', 'turf walls', 'turf']) {
    type(text)
    await vi.advanceTimersByTimeAsync(220)
  }
  expect(sent()).toEqual(['turf', 'turf walls'])
  expect(shown()).toEqual(['turf tag'])
})
