import { isOffered, listBenefits } from '@nestmark/core/planBenefits'
import { toPlan } from '@nestmark/core/plans'
import { type Currency, type OfferedPlan, type Period, prices } from '@nestmark/core/prices'
import { plansTexts as texts } from '@nestmark/texts/plans'
import { useId } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { useToken } from '../../lib/token.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconCheck } from '../../ui/icons.ts'
import { CollectionGlyph } from '../../ui/CollectionGlyph.tsx'
import { useMe } from '../session/data.ts'
import { goToSignIn } from '../session/signIn.ts'
import css from './PlanCard.module.css'
import { storePlanChoice } from './planChoice.ts'
import { getServerOffer } from './serverOffer.ts'

/** Larger plans have a larger glyph. */
const glyphs: Record<OfferedPlan, { levels: number; counts: number[] }> = {
  free: { levels: 1, counts: [0, 0, 1, 0, 0] },
  pro: { levels: 2, counts: [0, 1, 1, 0, 0] },
  premium: { levels: 3, counts: [1, 1, 0, 0, 1] },
}

/** A plan with its price, its features and its button. */
export function PlanCard({
  plan,
  currency,
  period,
}: {
  plan: OfferedPlan
  currency: Currency
  period: Period
}) {
  const id = useId()
  const { name, line } = texts.plans[plan]
  const amount = prices[plan][currency][period]
  // A plan that cannot be chosen has no price either.
  const isAvailable = isOffered(plan, getServerOffer())
  return (
    <section className={classes(css.card, plan === 'pro' && css.highlighted)} aria-labelledby={id}>
      <div className={css.head}>
        <CollectionGlyph {...glyphs[plan]} size={40} />
        <h2 id={id} className={css.name}>
          {name}
        </h2>
      </div>
      {isAvailable ? (
        <div className={css.price}>
          <span className={`num ${css.amount}`}>{texts.price(texts.signs[currency], amount)}</span>
          <span className="t3">
            {amount === 0 ? texts.forever : period === 'yearly' ? texts.perMonthYearly : texts.perMonth}
          </span>
        </div>
      ) : (
        <p className={`t2 ${css.unavailable}`}>{texts.unavailable}</p>
      )}
      <p className={`t2 ${css.line}`}>{line}</p>
      {isAvailable ? <PlanButton plan={plan} /> : <div className={css.placeholder} />}
      <ul className={css.features}>
        {listBenefits(plan, getServerOffer()).map(benefit => (
          <li key={benefit}>
            <IconCheck className="i" />
            <span className="t2">{texts.benefits[benefit]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The button of a plan, depending on the user and the current plan. */
function PlanButton({ plan }: { plan: OfferedPlan }) {
  const signedIn = useToken() !== null
  const me = useMe()
  const { name } = texts.plans[plan]
  const variant = plan === 'pro' ? 'primary' : 'plain'
  if (!signedIn) {
    const signUp = () => {
      if (plan === 'free') return void goToSignIn('register', '/dashboard')
      storePlanChoice(plan)
      void goToSignIn('register', '/pricing')
    }
    return (
      <Button size="lg" variant={variant} onClick={signUp}>
        {plan === 'free' ? texts.tryFree : texts.choose(name)}
      </Button>
    )
  }
  if (!me) return <div className={css.placeholder} />
  const current = toPlan(me.plan)
  if (plan === 'free')
    return current.paid && !current.lifetime ? (
      <Button
        size="lg"
        onClick={() => openOverlay('cancelPlan', { timing: me.next_billing_date === null ? 'now' : 'end' })}
      >
        {texts.downgrade}
      </Button>
    ) : (
      <ButtonLink size="lg" to="/dashboard">
        {texts.toDashboard}
      </ButtonLink>
    )
  if (plan === 'pro' && current.paid) {
    const { next_billing_date: invoice, plan_expires: expires, is_cancelled: cancelled } = me
    const state = current.lifetime
      ? texts.lifetime
      : invoice !== null
        ? texts.invoice(formatDate(invoice))
        : expires !== null
          ? (cancelled ? texts.cancelledExpires : texts.expires)(formatDate(expires))
          : undefined
    // A coupon extends a plan that expires automatically; a cancelled plan must expire first.
    const canExtend = expires !== null && !cancelled
    return (
      <>
        <Button size="lg" disabled={!canExtend} onClick={() => openOverlay('choosePlan', { plan })}>
          {cancelled || canExtend ? texts.choose(name) : texts.yours}
        </Button>
        {state !== undefined && <p className={`t3 ${css.state}`}>{state}</p>}
      </>
    )
  }
  return (
    <Button size="lg" variant={variant} onClick={() => openOverlay('choosePlan', { plan })}>
      {texts.choose(name)}
    </Button>
  )
}
