import * as contract from '@nestmark/contract/ownershipTransfer'
import { implement, type Route } from '../../http/implement.ts'
import { answerOffer } from './answer.ts'
import { offerCollection, readOffers, takeBackOffer } from './offer.ts'

export const ownershipTransferRoutes: readonly Route[] = [
  implement(contract.offerCollection, offerCollection),
  implement(contract.takeBackOffer, takeBackOffer),
  implement(contract.answerOffer, answerOffer),
  implement(contract.getOffers, readOffers),
]
