import { type Route, route } from '../../calls/route.ts'
import { answerOffer } from './answerOffer.ts'
import { offerCollection } from './offerCollection.ts'
import { listOffers } from './listOffers.ts'
import { withdrawOffer } from './withdrawOffer.ts'

export const ownershipTransferRoutes: readonly Route[] = [
  route(offerCollection),
  route(withdrawOffer),
  route(answerOffer),
  route(listOffers),
]
