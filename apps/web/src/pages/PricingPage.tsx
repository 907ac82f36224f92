import { toCurrency, type OfferedPlan, type Period } from '@nestmark/core/prices'
import { plansTexts as texts } from '@nestmark/texts/plans'
import { useState } from 'react'
import { useCountry } from '../features/plans/data.ts'
import { PlanCard } from '../features/plans/PlanCard.tsx'
import { useStoredPlanChoice } from '../features/plans/planChoice.ts'
import { arePlanLimitsEnabled } from '../lib/planLimits.ts'
import { Page } from '../ui/Page.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import css from './PricingPage.module.css'

const plans: readonly OfferedPlan[] = ['free', 'pro', 'premium']

/** /pricing: prices and limits of the plans. The currency follows the country, if the server has it. */
export default function PricingPage() {
  const [period, setPeriod] = useState<Period>('yearly')
  const [chosen, setChosen] = useState<'USD' | 'INR'>()
  const country = useCountry()
  useStoredPlanChoice()
  const currency = chosen ?? toCurrency(country ?? null)
  return (
    <Page title={texts.pricing}>
      <div className={css.page}>
        <h1 className={css.title}>{texts.headline}</h1>
        <div className={css.switches}>
          <Segmented
            label={texts.period}
            value={period}
            options={[
              { value: 'monthly', label: texts.monthly },
              { value: 'yearly', label: texts.yearlySave },
            ]}
            onChange={setPeriod}
          />
          <Segmented
            label={texts.currency}
            value={currency}
            options={[
              { value: 'USD', label: texts.usd },
              { value: 'INR', label: texts.inr },
            ]}
            onChange={setChosen}
          />
        </div>
        <div className={css.plans}>
          {plans.map(plan => (
            <PlanCard key={plan} plan={plan} currency={currency} period={period} />
          ))}
        </div>
        {!arePlanLimitsEnabled() && <p className={`t3 ${css.note}`}>{texts.notHeld}</p>}
        <p className={`t3 ${css.note}`}>{texts.stays}</p>
      </div>
    </Page>
  )
}
