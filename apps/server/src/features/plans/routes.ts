import * as contract from '@nestmark/contract/plans'
import { implement, implementOpen, type Route } from '../../http/implement.ts'
import {
  cancelPaidSubscription,
  downgradeSubscription,
  redeemCoupon,
  resumePaidSubscription,
} from './changePlan.ts'

export const planRoutes: readonly Route[] = [
  implement(contract.redeemCoupon, redeemCoupon),
  implement(contract.cancelPaidSub, cancelPaidSubscription),
  implement(contract.resumePaidSub, resumePaidSubscription),
  implement(contract.downgradeSub, downgradeSubscription),
  implementOpen(contract.country, async ({ country = '' }) => ({ country })),
]
