import { toPlan } from '@nestmark/core/plans'
import { useEffect } from 'react'
import { openOverlay } from '../../lib/overlay.ts'
import { stored } from '../../lib/storage.ts'
import { useMe } from '../session/data.ts'

type PaidPlan = 'pro' | 'premium'

/** The plan that a visitor chose before they signed up, as the specification has it kept. */
const codes: Record<PaidPlan, string> = { pro: '1', premium: '2' }
/** So long the page is seen before the wish is taken up, in milliseconds. */
const afterMs = 1500

/** Remembers which paid plan a visitor chose, for when they come back signed in. */
export function storePlanChoice(plan: PaidPlan): void {
  stored.set('paid_plan', codes[plan])
}

/** Goes on with the plan that was chosen before signing up: once, and not where it is had already. */
export function useWish(): void {
  const me = useMe()
  useEffect(() => {
    if (!me) return
    const timer = setTimeout(() => {
      const wanted = stored.get('paid_plan')
      stored.remove('paid_plan')
      const plan = (Object.keys(codes) as PaidPlan[]).find(each => codes[each] === wanted)
      if (plan && !(plan === 'pro' && toPlan(me.plan).paid)) openOverlay('choosePlan', { plan })
    }, afterMs)
    return () => clearTimeout(timer)
  }, [me])
}
