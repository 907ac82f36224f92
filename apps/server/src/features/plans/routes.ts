import { getCountry } from './getCountry.ts'
import { type Route, route } from '../../calls/route.ts'
import { cancelPaidSubscription } from './cancelPaidSubscription.ts'
import { createCheckout } from './createCheckout.ts'
import { downgradeSubscription } from './downgradeSubscription.ts'
import { listPrices } from './listPrices.ts'
import { openPaymentPortal } from './openPaymentPortal.ts'
import { redeemCoupon } from './redeemCoupon.ts'
import { refreshPlan } from './refreshPlan.ts'
import { resumePaidSubscription } from './resumePaidSubscription.ts'

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
