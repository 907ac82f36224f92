import * as contract from '@nestmark/contract/plans'
import { getCountry } from './getCountry.ts'
import { implement, implementOpen, type Route } from '../../http/implement.ts'
import {
  cancelPaidSubscription,
  downgradeSubscription,
  redeemCoupon,
  resumePaidSubscription,
} from './changePlan.ts'

export const planRoutes: readonly Route[] = [
  implement(contract.redeemCoupon, redeemCoupon),
  implement(contract.cancelPaidSubscription, cancelPaidSubscription),
  implement(contract.resumePaidSubscription, resumePaidSubscription),
  implement(contract.downgradeSubscription, downgradeSubscription),
  implementOpen(contract.getCountry, getCountry),
]
