import { keyRing } from '../encryption/keyRing.ts'
import { openAnswer } from '../encryption/openAnswer.ts'
import { queryClient } from './queryClient.ts'

/** Decrypts or locks the encrypted links of all cached responses whenever the keys of this browser change. */
export function reopenAnswers(): () => void {
  return keyRing.subscribe(() => {
    for (const query of queryClient.getQueryCache().getAll()) void reopen(query.queryKey)
  })
}

async function reopen(queryKey: readonly unknown[]): Promise<void> {
  const state = queryClient.getQueryState(queryKey)
  const opened = await openAnswer(state?.data)
  const now = queryClient.getQueryState(queryKey)
  if (opened === state?.data || now === undefined || now.data !== state?.data) return
  queryClient.setQueryData(queryKey, opened, { updatedAt: now.dataUpdatedAt })
  if (now.isInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}
