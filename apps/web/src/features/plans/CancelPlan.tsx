import { cancelPaidSubscription, downgradeSubscription } from '@nestmark/contract/plans'
import { type Benefit, listLostBenefits } from '@nestmark/core/plans/planBenefits'
import { gigabyte, toPlan } from '@nestmark/core/plans/plans'
import { plansTexts as texts } from '@nestmark/texts/plans'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { formatDate } from '../../lib/dates.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { IconMinus } from '../../ui/icons.ts'
import { useMe } from '../session/data.ts'
import { getServerOffer } from './serverOffer.ts'
import css from './Plans.module.css'

/**
 * Asks for confirmation before a plan is cancelled at its end (`end`) or downgraded immediately (`now`), and lists
 * the lost features.
 */
export default function CancelPlan({ timing, onClose }: { timing: 'end' | 'now'; onClose: () => void }) {
  const me = useMe()
  const endPlan = timing === 'end' ? cancelPaidSubscription : downgradeSubscription
  const { isPending, mutate } = useOperationMutation(endPlan, {
    onSuccess: () => {
      toast({ title: timing === 'end' ? texts.cancelled : texts.downgraded })
      onClose()
    },
  })
  if (!me) return null
  const until = me.next_billing_date ?? me.plan_expires
  const plan = toPlan(me.plan)
  const nameLoss = (benefit: Benefit) =>
    benefit === 'storage'
      ? texts.lostStorage(plan.storage / gigabyte)
      : (texts.lost[benefit] ?? texts.benefits[benefit])
  const line =
    timing === 'end' && until !== null
      ? texts.cancelLine(plan.name, formatDate(until))
      : until !== null
        ? texts.downgradeLeft(formatDate(until))
        : texts.downgradeLine
  return (
    <Dialog
      title={timing === 'end' ? texts.cancelTitle : texts.downgradeTitle}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {texts.keep(plan.name)}
          </Button>
          <Button variant="danger" disabled={isPending} onClick={() => mutate({})}>
            {timing === 'end' ? texts.cancelPlan : texts.downgrade}
          </Button>
        </>
      }
    >
      <div className="stack g16">
        <p className="t2">{line}</p>
        <ul className={`stack g8 t2 ${css.list} ${css.losses}`}>
          {listLostBenefits(me.plan, getServerOffer()).map(benefit => (
            <li key={benefit}>
              <IconMinus className="i" />
              {nameLoss(benefit)}
            </li>
          ))}
        </ul>
        <p className="t3">{texts.nothingDeleted}</p>
      </div>
    </Dialog>
  )
}
