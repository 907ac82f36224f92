import { useEffect, useEffectEvent } from 'react'
import { useStore } from '../../lib/store.ts'
import { useUpdateAnnouncements } from '../session/data.ts'
import { currentImport } from './current.ts'

/** Ticks the import among the first steps of a new user when one has ended. */
export function useTickImport(): void {
  const state = useStore(currentImport)
  const { listed, dismiss } = useUpdateAnnouncements('first-run-import')
  const isImported = state.phase === 'ended' && state.job.state === 'done'
  const tick = useEffectEvent(dismiss)
  useEffect(() => {
    if (isImported && listed) tick()
  }, [isImported, listed])
}
