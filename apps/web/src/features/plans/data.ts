import { redeemCoupon, resumePaidSubscription } from '@nestmark/contract/plans'
import { plansTexts as texts } from '@nestmark/texts/plans'
import { useEffect, useRef } from 'react'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { toast } from '../../lib/toasts.ts'

/**
 * The delay between the success message of a coupon and the reload of the page, in milliseconds (2-secondary
 * 9).
 */
const reloadDelay = 8000

/** Redeems a coupon and reloads the page to apply the plan, unless the user has left the page. */
export function useRedeemCoupon(onRefused: (message: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useOperationMutation(redeemCoupon, {
    quiet: true,
    onSuccess: () => {
      toast({ title: texts.applied, duration: reloadDelay })
      timer.current = setTimeout(() => location.reload(), reloadDelay)
    },
    onError: ({ message }) => onRefused(message),
  })
}

/** Undoes a cancellation. */
export const useResumePaidSubscription = () =>
  useOperationMutation(resumePaidSubscription, { onSuccess: () => void toast({ title: texts.resumed }) })
