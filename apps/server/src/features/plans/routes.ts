import { type Route, route } from '../../calls/route.ts'
import {
  cancelPaidSubscription,
  resumePaidSubscription,
  downgradeSubscription,
  openPaymentPortal,
  refreshPlan,
  redeemCoupon,
} from './payments/subscription.ts'
import { createCheckout, getCountry, listPrices } from './payments/checkout.ts'

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
