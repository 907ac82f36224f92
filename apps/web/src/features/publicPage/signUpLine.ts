import { toPlan } from '@nestmark/core/plans/plans'
import { publicPageTexts as texts } from '@nestmark/texts/sharing/publicPage'
import { arePlanLimitsEnabled } from '../../lib/planLimits.ts'
import { arePlansOffered } from '../../lib/planOffer.ts'

/**
 * Returns a sentence about the benefits of an account; on phones the limit of the free plan, where this server has
 * one.
 */
export function getSignUpLine(short: boolean): string {
  if (!short) return texts.signUpLine
  return arePlanLimitsEnabled() && arePlansOffered()
    ? texts.signUpLimit(toPlan(1).links)
    : texts.signUpLineShort
}
