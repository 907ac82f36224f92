import { paymentsTexts } from '@nestmark/texts/payments'
import { plansTexts as texts } from '@nestmark/texts/plans'
import { uiTexts } from '@nestmark/texts/ui'
import { helpLinks } from '../../lib/helpLinks.ts'
import { arePaymentsOn } from '../../lib/serverSetting.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { IconMail } from '../../ui/icons.ts'
import { useMe } from '../session/data.ts'
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

/** Shows how to ask the operator for a plan. */
function ContactOperator() {
  const me = useMe()
  return (
    <div className="stack g8 min0 top">
      {helpLinks.email && (
        <a
          className="inline g6 acc w540"
          href={`mailto:${helpLinks.email}?subject=${encodeURIComponent(texts.upgradeSubject)}`}
        >
          <IconMail className="i" /> {texts.askOperator}
        </a>
      )}
      {me && <p className="t3">{texts.askAdministrator(me.email)}</p>}
    </div>
  )
}
