import { useEffect } from 'react'
import { usePersistTree } from '../features/collections/data.ts'
import { saveTried } from '../features/links/saveTried.ts'
import { usePendingCopy } from '../features/publicPage/copyData.ts'
import { useMe } from '../features/session/data.ts'
import { claimStored } from '../features/suggestions/claims.ts'
import { startLiveUpdates } from '../lib/liveUpdates/live.ts'
import { sendQueue } from '../lib/api/sendQueue.ts'

/** What a session does after the page has shown its content: receives live updates, and sends what was made before. */
export default function SessionTasks({ token }: { token: string }) {
  usePersistTree()
  usePendingCopy()
  const me = useMe()?.user_id
  useEffect(() => {
    // Send mutations that were queued when the window was closed or the session ended.
    if (me === undefined) return
    void sendQueue()
    void claimStored()
    void saveTried()
  }, [me])
  useEffect(() => startLiveUpdates(token), [token])
  return null
}
