import * as contract from '@nestmark/contract/ownershipTransfer'
import { implement, type Route } from '../../http/implement.ts'
import { answerOffer } from './answer.ts'
import { offerCollection, listOffers, withdrawOffer } from './offer.ts'

export const ownershipTransferRoutes: readonly Route[] = [
  implement(contract.offerCollection, offerCollection),
  implement(contract.withdrawOffer, withdrawOffer),
  implement(contract.answerOffer, answerOffer),
  implement(contract.listOffers, listOffers),
]
