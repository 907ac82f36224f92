import * as contract from '@nestmark/contract/plans'
import { getCountry } from './getCountry.ts'
import { implement, implementOpen, type Route } from '../../calls/route.ts'
import { cancelPaidSubscription } from './cancelPaidSubscription.ts'
import { createCheckout } from './createCheckout.ts'
import { downgradeSubscription } from './downgradeSubscription.ts'
import { listPrices } from './listPrices.ts'
import { openPaymentPortal } from './openPaymentPortal.ts'
import { redeemCoupon } from './redeemCoupon.ts'
import { refreshPlan } from './refreshPlan.ts'
import { resumePaidSubscription } from './resumePaidSubscription.ts'

export const planRoutes: readonly Route[] = [
  implement(contract.redeemCoupon, redeemCoupon),
  implement(contract.cancelPaidSubscription, cancelPaidSubscription),
  implement(contract.resumePaidSubscription, resumePaidSubscription),
  implement(contract.downgradeSubscription, downgradeSubscription),
  implement(contract.listPrices, listPrices),
  implement(contract.createCheckout, createCheckout),
  implement(contract.openPaymentPortal, openPaymentPortal),
  implement(contract.refreshPlan, refreshPlan),
  implementOpen(contract.getCountry, getCountry),
]
