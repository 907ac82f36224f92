import type { UserData } from '@nestmark/contract/session'
import { readStored, readToken, readUser, toPlanState, writeStored } from './visitor.ts'

/** The delay before the choice of a plan is applied, so that the page is visible first, in milliseconds (PLAN-05). */
const choiceDelay = 1500

/** Starts the page of the plans, and the buttons that choose one: what they chose is kept until the sign-up is done. */
export function startPricing(): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-choose]'))
    link.addEventListener('click', () => {
      writeStored('userWantPaid', isYearly() ? '2' : '1')
      writeStored('wanted_plan', link.dataset.choose ?? 'pro')
    })
  for (const link of document.querySelectorAll('[data-claim]'))
    link.addEventListener('click', () => {
      writeStored('userWantPaid', '2')
      writeStored('wanted_plan', 'pro')
    })
  const state = document.getElementById('plan-state')
  if (!state || document.documentElement.dataset.session !== 'in') return
  const user = readUser()
  if (user) showPlan(user, state)
  const token = readToken()
  if (token === null) return
  void fetchUser(token).then(current => current && showPlan(current, state))
  if (readStored('userWantPaid') !== null)
    setTimeout(() => {
      if (document.documentElement.dataset.plan === 'free') location.assign('/settings?tab=plan')
    }, choiceDelay)
}

const isYearly = () =>
  document.querySelector<HTMLInputElement>('input[name=period]:checked')?.value !== 'monthly'

/** Returns the user's data; null when they cannot be read. */
async function fetchUser(token: string): Promise<UserData | null> {
  try {
    const answer = await fetch('/api/user-data', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    return answer.status === 200 ? ((await answer.json()) as { data: UserData }).data : null
  } catch {
    return null
  }
}

/** Marks the page with the user's plan, and writes when it ends or is paid next. */
function showPlan(user: UserData, state: HTMLElement): void {
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
          : `${plan === 'cancelled' ? 'Cancelled, expires' : 'Expires'} on ${formatDate(expires)}`
  state.textContent = line
  state.hidden = line === '' || plan === 'free'
}

/** Formats a date like the product: May 01, 2031. */
function formatDate(at: string | number): string {
  return new Date(at).toLocaleDateString('en-US', { month: 'short', day: '2-digit', year: 'numeric' })
}
