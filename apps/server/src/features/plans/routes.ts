import { getCountry } from './payments/getCountry.ts'
import { type Route, route } from '../../calls/route.ts'
import { cancelPaidSubscription } from './payments/cancelPaidSubscription.ts'
import { createCheckout } from './payments/createCheckout.ts'
import { downgradeSubscription } from './payments/downgradeSubscription.ts'
import { listPrices } from './payments/listPrices.ts'
import { openPaymentPortal } from './payments/openPaymentPortal.ts'
import { redeemCoupon } from './redeemCoupon.ts'
import { refreshPlan } from './refreshPlan.ts'
import { resumePaidSubscription } from './payments/resumePaidSubscription.ts'

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
