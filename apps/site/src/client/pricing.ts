import { toSubscriptionId } from '@nestmark/core/plans/planIds'
import type { UserData } from '@nestmark/contract/session'
import { callServer, readStored, readToken, readUser, toPlanState, writeStored } from './visitor.ts'

/** The delay before the choice of a plan is applied, so that the page is visible first, in milliseconds (PLAN-05). */
const choiceDelay = 1500

/**
 * Starts the page of the plans, and the buttons that choose one. What a visitor chose is stored until the sign-up is done; a
 * user gets to the settings, which open it.
 */
export function startPricing(): void {
  const isUser = document.documentElement.dataset.session === 'in'
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-choose]'))
    link.addEventListener('click', () => {
      const plan = link.dataset.choose === 'premium' ? 'premium' : 'pro'
      const [period, currency] = [readChecked('period'), readChecked('currency')]
      if (isUser)
        link.search = `?tab=plan&choose=${toSubscriptionId(plan, period === 'monthly' ? period : 'yearly', currency === 'INR' ? currency : 'USD')}`
      else storeChoice(plan, period === 'monthly' ? '1' : '2')
    })
  for (const link of document.querySelectorAll('[data-claim]'))
    link.addEventListener('click', () => storeChoice('pro', '2', 'early-bird'))
  if (document.querySelector('[data-state]') && isUser) startPlanState()
}

const readChecked = (name: string) =>
  document.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value

/** @param offer the sale that was claimed */
function storeChoice(plan: 'pro' | 'premium', period: '1' | '2', offer: 'early-bird' | null = null): void {
  writeStored('userWantPaid', period)
  writeStored('wanted_plan', plan)
  writeStored('wanted_offer', offer)
}

/** Shows the user's plan: as stored, then as the server says. Applies a choice that was made before. */
function startPlanState(): void {
  const user = readUser()
  if (user) showPlan(user)
  const token = readToken()
  if (token === null) return
  const headers = { authorization: `Bearer ${token}` }
  void callServer<UserData>('user-data', {}, { headers }).then(current => current && showPlan(current))
  if (readStored('userWantPaid') !== null)
    setTimeout(() => {
      if (document.documentElement.dataset.plan === 'free') location.assign('/settings?tab=plan')
    }, choiceDelay)
}

/** Marks the page with the user's plan, and writes when it ends or is paid next. */
function showPlan(user: UserData): void {
  const plan = toPlanState(user)
  document.documentElement.dataset.plan = plan
  const { next_billing_date: invoice, plan_expires: expires } = user
  const line =
    plan === 'lifetime'
      ? 'Part of your lifetime plan'
      : invoice !== null
        ? `Next invoice on ${formatDate(invoice)}`
        : expires === null
          ? ''
          : `${user.is_cancelled === 1 ? 'Cancelled, expires' : 'Expires'} on ${formatDate(expires)}`
  for (const state of document.querySelectorAll<HTMLElement>('[data-state]')) {
    const isOwn = plan !== 'free' && (state.dataset.state === 'premium') === (plan === 'premium')
    state.textContent = isOwn ? line : ''
    state.hidden = state.textContent === ''
  }
}

/** Formats a date like the product: May 01, 2031. */
function formatDate(at: string | number): string {
  return new Date(at).toLocaleDateString('en-US', { month: 'short', day: '2-digit', year: 'numeric' })
}
