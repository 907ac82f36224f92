import type { Collection } from '@nestmark/contract/shapes'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from '../../lib/router/location.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'

/** Opens the share dialog for `?share=1`, the address of a notification about a request for access. */
export function useShareParameter(collection: Collection): void {
  const [parameters, setParameters] = useSearchParams()
  const isWanted = parameters.get('share') === '1'
  const open = useEffectEvent(() => {
    const rest = new URLSearchParams(parameters)
    rest.delete('share')
    setParameters(rest, { replace: true })
    if (collection.can.share) openOverlay('shareCollection', { collection })
  })
  useEffect(() => {
    if (isWanted) open()
  }, [isWanted])
}
