import { listBenefits } from '@nestmark/core/plans/planBenefits'
import { gigabyte, planFeatures, toPlan } from '@nestmark/core/plans/plans'
import { paymentsTexts } from '@nestmark/texts/payments'
import { plansTexts } from '@nestmark/texts/plans'
import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { formatDate } from '../../lib/dates.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { arePaymentsOn, arePlanLimitsEnabled } from '../../lib/serverSetting.ts'
import { hasSite } from '../../lib/site.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconCheck, IconMinus, IconSparkles, IconCreditCard } from '../../ui/icons.ts'
import { CouponForm } from '../plans/CouponForm.tsx'
import { useResumePaidSubscription } from '../plans/data.ts'
import { getServerOffer } from '../plans/serverOffer.ts'
import { useMe } from '../session/data.ts'
import { UpgradeButton } from '../session/UpgradeLink.tsx'
import css from './Settings.module.css'
import { listOffers, useListPrices, useOpenPaymentPortal, useRefreshPlan } from '../plans/paymentsData.ts'
import { toCodeOfId, toPlanId } from '@nestmark/core/plans/planIds'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from '../../lib/router/location.ts'

/** The user's plan: its end, its features, and the actions to change it. */
export function PlanTab() {
  const me = useMe()
  const resume = useResumePaidSubscription()
  usePlanAddress()
  if (!me) return null
  const plan = toPlan(me.plan)
  const isLimited = arePlanLimitsEnabled()
  const offer = getServerOffer()
  const proBenefits = listBenefits('pro', offer)
  const benefits = new Set<string>([...proBenefits, ...listBenefits('premium', offer)])
  const freeBenefits = new Set<string>(listBenefits('free', offer))
  const used = Object.values(me.count).reduce((sum, n) => sum + n, 0)
  const hasHighlightLimit = isLimited && plan.highlightsPerPage < Infinity
  const contents = [
    texts.bookmarks(used, isLimited ? plan.links : Infinity),
    ...(isLimited ? [paymentsTexts.room(plan.storage / gigabyte, plan.bandwidth / gigabyte)] : []),
    ...(plan.lifetime ? [paymentsTexts.invitations(plan.invitations)] : []),
    texts.collections(isLimited ? plan.collections : Infinity),
    plansTexts.benefits[hasHighlightLimit ? 'limitedHighlights' : 'unlimitedHighlights'],
  ]
  const { next_billing_date: invoice, plan_expires: expires } = me
  return (
    <>
      <section className={`panel stack g10 top ${css.card}`}>
        <div className="t3">{texts.current}</div>
        <div className={css.value}>{plan.name}</div>
        {invoice !== null && <p className="t2">{plansTexts.invoice(formatDate(invoice))}</p>}
        {expires !== null && me.is_overdue === 1 && (
          <p className="t2" role="alert">
            {paymentsTexts.overdue(formatDate(expires))}
          </p>
        )}
        {expires !== null && me.is_overdue === 0 && (
          <p className="t2">
            {(me.is_cancelled ? plansTexts.cancelledExpires : plansTexts.expires)(formatDate(expires))}
          </p>
        )}
        {me.is_cancelled === 1 && expires !== null && <p className="t3">{plansTexts.resumeLine}</p>}
        <div className={`flex wrap ${css.actions}`}>
          <PaymentActions />
          {!plan.paid && hasSite && !arePaymentsOn() && (
            <UpgradeButton variant="primary">{texts.upgrade}</UpgradeButton>
          )}
          {invoice !== null && (
            <Button onClick={() => openOverlay('cancelPlan', { timing: 'end' })}>
              {plansTexts.cancelPlan}
            </Button>
          )}
          {me.is_cancelled === 1 && expires !== null && (
            <Button variant="primary" disabled={resume.isPending} onClick={() => resume.mutate({})}>
              {plansTexts.resume}
            </Button>
          )}
          {plan.paid && !plan.lifetime && invoice === null && (
            <Button onClick={() => openOverlay('cancelPlan', { timing: 'now' })}>
              {plansTexts.downgrade}
            </Button>
          )}
        </div>
      </section>
      <section>
        <h3 className={css.sectionTitle}>{texts.holds}</h3>
        <ul className={css.rows}>
          {contents.map(line => (
            <li key={line} className={`row g12 ${css.row}`}>
              {line}
            </li>
          ))}
          {planFeatures
            .filter(feature => benefits.has(feature))
            .map(feature => {
              const has = plan.features.includes(feature) || freeBenefits.has(feature)
              const isOfPro = proBenefits.some(benefit => benefit === feature)
              return (
                <li key={feature} className={`row g12 ${css.row}`}>
                  <span>{plansTexts.benefits[feature]}</span>
                  <span className={has ? `inline g6 ${css.included}` : 't3'}>
                    {has ? <IconCheck className="i" /> : <IconMinus className="i" />}
                    {has ? texts.has : isOfPro ? texts.hasNot : texts.withPremium}
                  </span>
                </li>
              )
            })}
        </ul>
      </section>
      <section className={`panel stack g10 top ${css.card}`} aria-labelledby="coupon">
        <h3 id="coupon" className="w540">
          {plansTexts.coupon}
        </h3>
        <CouponForm />
      </section>
      <p className="t3">{texts.nothingLost(isLimited)}</p>
    </>
  )
}

/** The buttons of a server that sells plans: to pay for one, to change it, and to see card and invoices. */
function PaymentActions() {
  const me = useMe()
  const { data } = useListPrices()
  const portal = useOpenPaymentPortal()
  if (!me || !arePaymentsOn() || !data) return null
  const { paid, lifetime, code } = toPlan(me.plan)
  const sellsPremium = listOffers(data.prices, 'premium').length > 0
  const isOverdue = me.is_overdue === 1
  return (
    <>
      {!paid && data.prices.length > 0 && (
        <Button
          variant="primary"
          icon={IconSparkles}
          onClick={() => openOverlay('choosePlan', { plan: 'pro' })}
        >
          {paymentsTexts.upgrade}
        </Button>
      )}
      {code === 2 && !lifetime && sellsPremium && !isOverdue && (
        <Button onClick={() => openOverlay('choosePlan', { plan: 'premium' })}>
          {paymentsTexts.toPremium}
        </Button>
      )}
      {data.has_payments && (
        <Button
          variant={isOverdue ? 'primary' : 'plain'}
          icon={IconCreditCard}
          disabled={portal.isPending || portal.isSuccess}
          onClick={() => portal.mutate({})}
        >
          {isOverdue ? paymentsTexts.updateCard : paymentsTexts.manage}
        </Button>
      )}
    </>
  )
}

/**
 * Does what the address of the settings asks for, once: `choose=pro-yearly` opens the payment of a plan, for links from
 * other pages; `result=paid` and `result=visited` ask for the plan, when the user returns from the payment provider.
 */
function usePlanAddress(): void {
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
