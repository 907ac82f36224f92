import {
  createCheckout,
  getCountry,
  listPrices,
  openPaymentPortal,
  type PlanPrice,
  refreshPlan,
} from '@nestmark/contract/plans'
import { toCodeOfId } from '@nestmark/core/plans/planIds'
import { toPlan } from '@nestmark/core/plans/plans'
import { paymentsTexts as texts } from '@nestmark/texts/payments'
import { useOperation, useOperationMutation } from '../../lib/api/operations.ts'
import { arePaymentsOn } from '../../lib/serverSetting.ts'
import { toast } from '../../lib/toasts.ts'

/** Reads the prices of the plans on sale; nothing on a server that sells none. */
export const useListPrices = () => useOperation(listPrices, {}, { enabled: arePaymentsOn(), quiet: true })

/** Returns the country of the caller; '' if the server does not know it, undefined until it is loaded. */
export function useCountry(): string | undefined {
  const { data, isError } = useOperation(getCountry, {}, { staleTime: Infinity, quiet: true })
  return isError ? '' : data?.country
}

const goTo = ({ url }: { url: string }) => location.assign(url)

/** Goes to the page at which the user pays. */
export const useCreateCheckout = () => useOperationMutation(createCheckout, { onSuccess: goTo })

/** Goes to the page with the user's card and invoices. */
export const useOpenPaymentPortal = () => useOperationMutation(openPaymentPortal, { onSuccess: goTo })

/**
 * Asks for the plan after a visit at the pages of the payment provider.
 * @param thanks after a payment: says which plan it is
 */
export const useRefreshPlan = (thanks: boolean) =>
  useOperationMutation(refreshPlan, {
    onSuccess: ({ plan }) => {
      if (!thanks) return
      const { paid, name } = toPlan(plan)
      toast({ title: paid ? texts.thanks(name) : texts.notYet })
    },
  })

/** Returns the prices of a plan, or of all lifetime plans. */
export function listOffers(prices: readonly PlanPrice[], plan: 'pro' | 'premium' | 'lifetime'): PlanPrice[] {
  return prices.filter(({ id }) => {
    const { lifetime, code } = toPlan(toCodeOfId(id))
    return plan === 'lifetime' ? lifetime : code === (plan === 'premium' ? 3 : 2)
  })
}
