import type { PlanId } from '@nestmark/core/plans/planIds'
import type { Period } from '@nestmark/core/plans/prices'
import { arePaymentsOn } from '../../lib/serverSetting.ts'
import { BuyPlan } from './BuyPlan.tsx'
import { GetPlan } from './GetPlan.tsx'

/** Sells a plan, or explains how to get it on a server without payments. */
export default function ChoosePlan(props: {
  plan: 'pro' | 'premium' | 'lifetime'
  id?: PlanId
  period?: Period
  offer?: 'early-bird'
  onClose: () => void
}) {
  return arePaymentsOn() ? <BuyPlan {...props} /> : <GetPlan {...props} />
}
