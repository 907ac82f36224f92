import { useEffect, useRef } from 'react'
import { useSearchParams } from '../../../lib/router/location.ts'
import { useStableCallback } from '../../../lib/useStableCallback.ts'

/** Shows the highlight that the address names, once it is on the page. @param ids of those on the page */
export function useOpenedHighlight(ids: readonly string[], show: (id: string) => void): void {
  const [parameters] = useSearchParams()
  const wanted = parameters.get('highlight')
  const shown = useRef<string>(null)
  const isThere = wanted !== null && ids.includes(wanted)
  const showOnce = useStableCallback(() => {
    if (wanted === null || shown.current === wanted) return
    shown.current = wanted
    show(wanted)
  })
  useEffect(() => {
    if (isThere) showOnce()
  }, [isThere, showOnce])
}
