import type { PlanPrice } from '@nestmark/contract/plans'
import { earlyBirdIds, type PlanId, toCodeOfId, toSubscription } from '@nestmark/core/plans/planIds'
import { gigabyte, toPlan } from '@nestmark/core/plans/plans'
import { type Period, toCurrency } from '@nestmark/core/plans/prices'
import { formatPrice, paymentsTexts as texts } from '@nestmark/texts/payments'
import { plansTexts } from '@nestmark/texts/plans'
import { useState } from 'react'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { useMe } from '../session/data.ts'
import { GetPlan } from './GetPlan.tsx'
import { listOffers, useCountry, useCreateCheckout, useListPrices } from './paymentsData.ts'
import css from './Plans.module.css'

type Kind = 'pro' | 'premium' | 'lifetime'

/** Sells a plan: its period, its price, and the way to the page at which the user pays. */
export function BuyPlan({
  plan,
  id,
  period = 'yearly',
  offer,
  onClose,
}: {
  plan: Kind
  id?: PlanId
  period?: Period
  /** The sale whose page the user comes from. */
  offer?: 'early-bird'
  onClose: () => void
}) {
  const me = useMe()
  const { data, error, refetch } = useListPrices()
  const country = useCountry()
  const checkout = useCreateCheckout()
  const [kind, setKind] = useState(plan)
  const [wanted, setWanted] = useState<PlanId | undefined>(id)
  if (data && listOffers(data.prices, kind).length === 0) return <GetPlan plan={kind} onClose={onClose} />
  const prices = data?.prices ?? []
  const offers = listOffers(prices, kind)
  const chosen = choose(offers, { wanted, period, country })
  const hasOffer =
    offer !== undefined &&
    data?.early_bird === true &&
    chosen !== undefined &&
    earlyBirdIds.includes(chosen.id)
  const switches = me?.next_billing_date != null && kind !== 'lifetime' && data?.has_payments === true
  const kinds = (['pro', 'premium'] as const).filter(each => listOffers(prices, each).length > 0)
  return (
    <Dialog
      title={plansTexts.getTitle(kind === 'lifetime' ? texts.lifetime : plansTexts.plans[kind].name)}
      onClose={onClose}
      action={{
        'data-autofocus': true,
        disabled: !chosen || checkout.isPending || checkout.isSuccess,
        onClick: () => chosen && checkout.mutate({ plan: chosen.id, ...(hasOffer && { offer }) }),
        children: switches ? texts.switch : texts.pay,
      }}
    >
      {error ? (
        <LoadError title={texts.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="stack g16" aria-busy={!chosen}>
          {kind !== 'lifetime' && kinds.length > 1 && (
            <Segmented
              wide
              label={texts.plan}
              value={kind}
              options={kinds.map(value => ({ value, label: plansTexts.plans[value].name }))}
              onChange={value => {
                setKind(value)
                setWanted(toSibling(listOffers(prices, value), chosen?.id))
              }}
            />
          )}
          <Choices offers={offers} chosen={chosen} onChoose={setWanted} />
          {hasOffer && !switches && <p className="t2">{texts.earlyBird}</p>}
          {chosen ? <Offer price={chosen} /> : <p className="t3">{texts.loading}</p>}
          <p className="t3">
            {kind === 'lifetime' ? texts.lineOnce : switches ? texts.lineSwitch : texts.line}
          </p>
        </div>
      )}
    </Dialog>
  )
}

/** Returns the wanted price, else one of the period in the currency of the user's country, else any. */
function choose(
  offers: readonly PlanPrice[],
  { wanted, period, country }: { wanted: PlanId | undefined; period: Period; country: string | undefined },
): PlanPrice | undefined {
  const currency = toCurrency(country ?? null)
  const fits = (each: PlanPrice) => {
    const sold = toSubscription(each.id)
    return sold?.currency === currency && sold.period === period
  }
  return offers.find(each => each.id === wanted) ?? offers.find(fits) ?? offers[0]
}

/** Returns the price of another plan with the same period and currency. */
function toSibling(offers: readonly PlanPrice[], id: PlanId | undefined): PlanId | undefined {
  const sold = id && toSubscription(id)
  return offers.find(each => {
    const other = toSubscription(each.id)
    return other?.period === sold?.period && other?.currency === sold?.currency
  })?.id
}

/** The choices among the prices of a plan: period and currency, or the size of a lifetime plan. */
function Choices({
  offers,
  chosen,
  onChoose,
}: {
  offers: readonly PlanPrice[]
  chosen: PlanPrice | undefined
  onChoose: (id: PlanId) => void
}) {
  const sold = chosen && toSubscription(chosen.id)
  if (!chosen) return null
  if (!sold)
    return (
      <Segmented
        wide
        label={texts.plan}
        value={chosen.id}
        options={offers.map(({ id }) => ({ value: id, label: texts.lifetimes[toCodeOfId(id)] ?? id }))}
        onChange={onChoose}
      />
    )
  const choices = [
    {
      label: texts.period,
      among: offers.filter(each => toSubscription(each.id)?.currency === sold.currency),
      nameOf: (id: PlanId) => (toSubscription(id)?.period === 'yearly' ? texts.yearly : texts.monthly),
    },
    {
      label: texts.currency,
      among: offers.filter(each => toSubscription(each.id)?.period === sold.period),
      nameOf: (id: PlanId) => (toSubscription(id)?.currency === 'INR' ? texts.inr : texts.usd),
    },
  ].filter(({ among }) => among.length > 1)
  return choices.map(({ label, among, nameOf }) => (
    <Segmented
      key={label}
      wide
      label={label}
      value={chosen.id}
      options={among.map(({ id }) => ({ value: id, label: nameOf(id) }))}
      onChange={onChoose}
    />
  ))
}

/** The price, and what it buys. */
function Offer({ price: { id, amount, currency, period } }: { price: PlanPrice }) {
  const plan = toPlan(toCodeOfId(id))
  const lines = [
    ...(plan.code === 3 ? [texts.everythingInPro] : []),
    texts.room(plan.storage / gigabyte, plan.bandwidth / gigabyte),
    ...(plan.lifetime ? [texts.invitations(plan.invitations)] : []),
  ]
  return (
    <>
      <div>
        <div className="flex g8 baseline">
          <span className={`num ${css.amount}`}>{formatPrice(amount, currency)}</span>
          <span className="t3">
            {period === null ? texts.once : period === 'year' ? texts.perYear : texts.perMonth}
          </span>
        </div>
        {period === 'year' && <p className="t3">{texts.eachMonth(formatPrice(amount / 12, currency))}</p>}
      </div>
      <ul className={`stack g8 ${css.list}`}>
        {lines.map(line => (
          <li key={line} className="t2">
            <IconCheck className="i" />
            {line}
          </li>
        ))}
      </ul>
    </>
  )
}
