import { toCodeOfId, toPlanId } from '@nestmark/core/planIds'
import { toPlan } from '@nestmark/core/plans'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { openOverlay } from '../../lib/overlay.ts'
import { arePaymentsOn } from '../../lib/payments.ts'
import { useMe } from '../session/data.ts'
import { useRefreshPlan } from './paymentsData.ts'

/**
 * Does what the address of the settings asks for, once: `choose=pro-yearly` opens the payment of a plan, for links from
 * other pages; `result=paid` asks for the plan, when the user returns from the page of the payment.
 */
export function usePlanAddress(): void {
  const [search, setSearch] = useSearchParams()
  const refresh = useRefreshPlan()
  const me = useMe()
  const done = useRef(false)
  const choose = toPlanId(search.get('choose'))
  const isPaid = search.get('result') === 'paid'
  useEffect(() => {
    if (!me || done.current || (!choose && !isPaid)) return
    done.current = true
    setSearch(
      now => {
        const left = new URLSearchParams(now)
        left.delete('choose')
        left.delete('result')
        return left
      },
      { replace: true },
    )
    if (isPaid && arePaymentsOn()) refresh.mutate({})
    if (!choose) return
    const { lifetime, code } = toPlan(toCodeOfId(choose))
    openOverlay('choosePlan', {
      plan: lifetime ? 'lifetime' : code === 3 ? 'premium' : 'pro',
      id: choose,
    })
  }, [me, choose, isPaid, refresh, setSearch])
}
