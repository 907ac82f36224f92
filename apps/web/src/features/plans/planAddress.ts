import { toCodeOfId, toPlanId } from '@nestmark/core/plans/planIds'
import { toPlan } from '@nestmark/core/plans/plans'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from '../../lib/router/location.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { arePaymentsOn } from '../../lib/serverSetting.ts'
import { useMe } from '../session/data.ts'
import { useRefreshPlan } from './paymentsData.ts'

/**
 * Does what the address of the settings asks for, once: `choose=pro-yearly` opens the payment of a plan, for links from
 * other pages; `result=paid` and `result=visited` ask for the plan, when the user returns from the payment provider.
 */
export function usePlanAddress(): void {
  const [search, setSearch] = useSearchParams()
  const me = useMe()
  const done = useRef(false)
  const choose = toPlanId(search.get('choose'))
  const result = search.get('result')
  // The address has lost it when the answer arrives.
  const [isPaid] = useState(result === 'paid')
  const refresh = useRefreshPlan(isPaid)
  useEffect(() => {
    if (!me || done.current || (!choose && !result)) return
    done.current = true
    const left = new URLSearchParams(search)
    left.delete('choose')
    left.delete('result')
    setSearch(left, { replace: true })
    if (result && arePaymentsOn()) refresh.mutate({})
    if (!choose) return
    const { lifetime, code } = toPlan(toCodeOfId(choose))
    openOverlay('choosePlan', {
      plan: lifetime ? 'lifetime' : code === 3 ? 'premium' : 'pro',
      id: choose,
    })
  }, [me, choose, result, refresh, search, setSearch])
}
