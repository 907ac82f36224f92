import { ownershipTransferTexts as texts } from '@nestmark/texts/sharing/ownershipTransfer'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { toDisplayName } from '../../collections/data.ts'
import { type ReceivedOffer, useAnswerOffer, useOffers } from './ownershipTransfer.ts'
import css from './Offers.module.css'

/**
 * Lists collections that other users offer to the user, with buttons that accept or decline.
 * @param folderId shows only the offer of this collection
 */
export default function Offers({ folderId }: { folderId?: string }) {
  const { data } = useOffers()
  const answer = useAnswerOffer()
  const offers = (data?.to_me ?? []).filter(each => !folderId || each.folder._id === folderId)
  if (offers.length === 0) return null
  const decline = ({ folder }: ReceivedOffer) =>
    openOverlay('confirm', {
      title: texts.declineTitle(toDisplayName(folder.name)),
      body: texts.declineLine,
      confirm: texts.decline,
      run: () => answer.mutateAsync({ folder_id: folder._id, accept: 0 }),
    })
  return (
    <ul className={`g8 ${css.offers}`} aria-label={texts.region}>
      {offers.map(offer => (
        <li key={offer.folder._id} className={`row wrap ${css.offer}`}>
          <div className={`min0 anywhere ${css.offerText}`}>
            <p className="w540" dir="auto">
              {texts.asks(offer.from.name || offer.from.email, toDisplayName(offer.folder.name))}
            </p>
            <p className={`text12 t2 ${css.description}`}>{texts.content(offer.links, offer.folders)}</p>
          </div>
          <div className="flex g8">
            <Button
              variant="primary"
              disabled={answer.isPending}
              onClick={() => answer.mutate({ folder_id: offer.folder._id, accept: 1 })}
            >
              {texts.accept}
            </Button>
            <Button disabled={answer.isPending} onClick={() => decline(offer)}>
              {texts.decline}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
