import { toPlan } from '@nestmark/core/plans/plans'
import { paymentsTexts as texts } from '@nestmark/texts/payments'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { arePaymentsOn } from '../../lib/serverSetting.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconCreditCard, IconSparkles } from '../../ui/icons.ts'
import { listOffers, useListPrices, useOpenPaymentPortal } from '../plans/paymentsData.ts'
import { useMe } from '../session/data.ts'

/** The buttons of a server that sells plans: to pay for one, to change it, and to see card and invoices. */
export function PaymentActions() {
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
          {texts.upgrade}
        </Button>
      )}
      {code === 2 && !lifetime && sellsPremium && !isOverdue && (
        <Button onClick={() => openOverlay('choosePlan', { plan: 'premium' })}>{texts.toPremium}</Button>
      )}
      {data.has_payments && (
        <Button
          variant={isOverdue ? 'primary' : 'plain'}
          icon={IconCreditCard}
          disabled={portal.isPending || portal.isSuccess}
          onClick={() => portal.mutate({})}
        >
          {isOverdue ? texts.updateCard : texts.manage}
        </Button>
      )}
    </>
  )
}
