import * as contract from '@nestmark/contract/plans'
import { getCountry } from './getCountry.ts'
import { implement, implementOpen, type Route } from '../../http/implement.ts'
import { cancelPaidSubscription } from './cancelPaidSubscription.ts'
import { downgradeSubscription } from './downgradeSubscription.ts'
import { redeemCoupon } from './redeemCoupon.ts'
import { resumePaidSubscription } from './resumePaidSubscription.ts'

export const planRoutes: readonly Route[] = [
  implement(contract.redeemCoupon, redeemCoupon),
  implement(contract.cancelPaidSubscription, cancelPaidSubscription),
  implement(contract.resumePaidSubscription, resumePaidSubscription),
  implement(contract.downgradeSubscription, downgradeSubscription),
  implementOpen(contract.getCountry, getCountry),
]
