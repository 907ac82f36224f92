import { toPlan } from '@nestmark/core/plans/plans'
import { useEffect } from 'react'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { arePlansOffered } from '../../lib/serverSetting.ts'
import { stored } from '../../lib/browser/storage.ts'
import { useMe } from '../session/data.ts'

/** The delay before the choice is applied, so that the page is visible first, in milliseconds. */
const delayMs = 1500

/**
 * Opens the dialog of the plan that was chosen before signing up: once, and not if the user already has it. The page of
 * the plans (`apps/site/src/client/pricing.ts`) stores the choice: `userWantPaid` is 1 for monthly and 2 for yearly
 * payment, `wanted_plan` the plan, `wanted_offer` the sale that was claimed.
 */
export function useStoredPlanChoice(): void {
  const me = useMe()
  useEffect(() => {
    if (!me) return
    const timer = setTimeout(() => {
      const period = stored.get('userWantPaid')
      const plan = stored.get('wanted_plan') === 'premium' ? 'premium' : 'pro'
      stored.remove('userWantPaid')
      const offer = stored.get('wanted_offer') === 'early-bird' ? ({ offer: 'early-bird' } as const) : {}
      stored.remove('wanted_plan')
      stored.remove('wanted_offer')
      const { code, paid, lifetime } = toPlan(me.plan)
      const hasIt = plan === 'pro' ? paid : code === 3 || lifetime
      if (period !== null && !hasIt && arePlansOffered())
        openOverlay('choosePlan', { plan, period: period === '1' ? 'monthly' : 'yearly', ...offer })
    }, delayMs)
    return () => clearTimeout(timer)
  }, [me])
}
