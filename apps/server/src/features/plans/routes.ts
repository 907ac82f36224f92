import { type Route, route } from '../../calls/route.ts'
import {
  cancelPaidSubscription,
  resumePaidSubscription,
  downgradeSubscription,
  openPaymentPortal,
} from './payments/subscription.ts'
import { createCheckout } from './payments/createCheckout.ts'
import { getCountry, listPrices } from './payments/prices.ts'
import { redeemCoupon } from './redeemCoupon.ts'
import { refreshPlan } from './refreshPlan.ts'

export const planRoutes: readonly Route[] = [
  route(redeemCoupon),
  route(cancelPaidSubscription),
  route(resumePaidSubscription),
  route(downgradeSubscription),
  route(listPrices),
  route(createCheckout),
  route(openPaymentPortal),
  route(refreshPlan),
  route(getCountry),
]
