import * as contract from '@nestmark/contract/ownershipTransfer'
import { implement, type Route } from '../../calls/route.ts'
import { answerOffer } from './answerOffer.ts'
import { offerCollection } from './offerCollection.ts'
import { listOffers } from './listOffers.ts'
import { withdrawOffer } from './withdrawOffer.ts'

export const ownershipTransferRoutes: readonly Route[] = [
  implement(contract.offerCollection, offerCollection),
  implement(contract.withdrawOffer, withdrawOffer),
  implement(contract.answerOffer, answerOffer),
  implement(contract.listOffers, listOffers),
]
