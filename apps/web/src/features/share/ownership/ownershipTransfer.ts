import {
  answerOffer,
  listOffers,
  offerCollection,
  withdrawOffer,
} from '@nestmark/contract/sharing/ownershipTransfer'
import type { Output } from '@nestmark/contract/operation'
import { ownershipTransferTexts as texts } from '@nestmark/texts/sharing/ownershipTransfer'
import { useOperationMutation, useOperation } from '../../../lib/api/operations.ts'
import { toastAction } from '../../../lib/undo/actions.ts'
import { toast } from '../../../lib/toasts.ts'

type Offers = Output<typeof listOffers>
export type ReceivedOffer = Offers['to_me'][number]

/** Reads the offers to the user and those by the user. */
export function useOffers() {
  return useOperation(listOffers, {}, { quiet: true })
}

/** Offers a collection to one of its members. */
export function useOfferCollection(onDone: () => void) {
  return useOperationMutation(offerCollection, {
    quiet: true,
    onSuccess: () => {
      toast({ title: texts.offered })
      onDone()
    },
  })
}

/** Withdraws an offer. */
export function useWithdrawOffer() {
  return useOperationMutation(withdrawOffer, { onSuccess: () => toast({ title: texts.withdrawn }) })
}

/** Accepts or declines an offer. */
export function useAnswerOffer() {
  return useOperationMutation(answerOffer, {
    onSuccess: (answer, { accept }) => {
      if (accept) toastAction('transferOwnership', answer, 1)
      else toast({ title: texts.declined })
    },
  })
}
