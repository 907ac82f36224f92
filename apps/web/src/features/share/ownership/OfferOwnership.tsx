import type { Member } from '@nestmark/contract/sharing/share'
import type { Collection } from '@nestmark/contract/shapes'
import { ownershipTransferTexts as texts } from '@nestmark/texts/sharing/ownershipTransfer'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { IconArrowLeft } from '../../../ui/icons.ts'
import { formatCollectionName } from '../../collections/data.ts'
import { useOfferCollection, useOffers, useWithdrawOffer } from './ownershipTransfer.ts'
import css from './OfferOwnership.module.css'

/** Explains the consequences and asks for confirmation before a collection is offered to a member. */
export function OfferOwnership({
  collection,
  to,
  onBack,
  onClose,
}: {
  collection: Collection
  to: Member
  onBack: () => void
  onClose: () => void
}) {
  const offer = useOfferCollection(onBack)
  return (
    <Dialog
      title={texts.title(formatCollectionName(collection))}
      size={520}
      onClose={onClose}
      onEscape={onBack}
      footerStart={
        <Button variant="ghost" icon={IconArrowLeft} onClick={onBack}>
          {texts.back}
        </Button>
      }
      footer={
        <Button
          variant="primary"
          disabled={offer.isPending}
          onClick={() => offer.mutate({ folder_id: collection._id, person_id: to._id })}
        >
          {texts.offer}
        </Button>
      }
    >
      <div className={css.transferText}>
        {texts.lines(to.email).map(line => (
          <p key={line} className="t2">
            {line}
          </p>
        ))}
      </div>
      {offer.error && <FieldError>{offer.error.message}</FieldError>}
    </Dialog>
  )
}

/** Shows to whom a collection is offered, with a button that withdraws the offer. */
export function PendingOffer({ collection }: { collection: Collection }) {
  const { data } = useOffers()
  const withdraw = useWithdrawOffer()
  const offer = data?.by_me.find(each => each.folder._id === collection._id)
  if (!offer) return null
  return (
    <div className={`row g12 t1 ${css.pendingOffer}`} role="status">
      <span className="grow">{texts.waiting(offer.to.email)}</span>
      <Button
        size="sm"
        disabled={withdraw.isPending}
        onClick={() => withdraw.mutate({ folder_id: collection._id })}
      >
        {texts.withdraw}
      </Button>
    </div>
  )
}
