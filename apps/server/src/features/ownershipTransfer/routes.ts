import { type Route, route } from '../../calls/route.ts'
import { answerOffer, listOffers, offerCollection, withdrawOffer } from './offers.ts'

export const ownershipTransferRoutes: readonly Route[] = [
  route(offerCollection),
  route(withdrawOffer),
  route(answerOffer),
  route(listOffers),
]
