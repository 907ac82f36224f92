import { isOffered } from '@nestmark/core/planBenefits'
import { toPlan } from '@nestmark/core/plans'
import { useEffect } from 'react'
import { openOverlay } from '../../lib/overlay.ts'
import { stored } from '../../lib/storage.ts'
import { useMe } from '../session/data.ts'
import { getServerOffer } from './serverOffer.ts'

type PaidPlan = 'pro' | 'premium'

/** The stored values of the plan that a visitor chose before signing up, as the specification defines them. */
const storedValues: Record<PaidPlan, string> = { pro: '1', premium: '2' }
/** The delay before the choice is applied, so that the page is visible first, in milliseconds. */
const delayMs = 1500

/** Stores the paid plan that a visitor chose, until the visitor is signed in. */
export function storePlanChoice(plan: PaidPlan): void {
  stored.set('paid_plan', storedValues[plan])
}

/** Opens the dialog of the plan that was chosen before signing up: once, and not if the user already has it. */
export function useStoredPlanChoice(): void {
  const me = useMe()
  useEffect(() => {
    if (!me) return
    const timer = setTimeout(() => {
      const storedChoice = stored.get('paid_plan')
      stored.remove('paid_plan')
      const plan = (Object.keys(storedValues) as PaidPlan[]).find(each => storedValues[each] === storedChoice)
      if (plan && isOffered(plan, getServerOffer()) && !(plan === 'pro' && toPlan(me.plan).paid))
        openOverlay('choosePlan', { plan })
    }, delayMs)
    return () => clearTimeout(timer)
  }, [me])
}
