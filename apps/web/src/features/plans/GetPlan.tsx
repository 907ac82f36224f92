import { paymentsTexts } from '@nestmark/texts/payments'
import { plansTexts as texts } from '@nestmark/texts/plans'
import { uiTexts } from '@nestmark/texts/ui'
import { arePaymentsOn } from '../../lib/payments.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { ContactOperator } from './ContactOperator.tsx'
import { CouponForm } from './CouponForm.tsx'

/** Explains how to get a plan on a server without payments, or one that the server does not sell. */
export function GetPlan({ plan, onClose }: { plan: 'pro' | 'premium' | 'lifetime'; onClose: () => void }) {
  return (
    <Dialog
      title={texts.getTitle(plan === 'lifetime' ? paymentsTexts.lifetime : texts.plans[plan].name)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <div className="stack g16">
        <p className="t2">{arePaymentsOn() ? texts.getUnsoldLine : texts.getLine}</p>
        <CouponForm />
        <ContactOperator />
      </div>
    </Dialog>
  )
}
