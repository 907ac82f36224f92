import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient, refresh } from './queryClient.ts'

test('requests a query again after a change during its first request', async () => {
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['a list'],
    queryFn: () => new Promise<string>(answer => answers.push(answer)),
    meta: { reads: ['suggestions'] },
  })
  const unsubscribe = observer.subscribe(() => undefined)
  expect(answers).toHaveLength(1)
  const refreshed = refresh(['suggestions'])
  answers[0]!('read before the change')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!('read after the change')
  await refreshed
  expect(observer.getCurrentResult().data).toBe('read after the change')
  unsubscribe()
})
