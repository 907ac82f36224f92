import { cancelPaidSub, country, downgradeSub, redeemCoupon, resumePaidSub } from '@nestmark/contract/plans'
import { plansTexts as texts } from '@nestmark/texts/plans'
import { useEffect, useRef } from 'react'
import { useOperationMutation, useOperation } from '../../lib/api/operations.ts'
import { toast } from '../../lib/toasts.ts'

/** How long the word of a coupon's success stands before the page is loaded anew, in milliseconds (2-secondary 9). */
const appliedTime = 8000

/** Redeems a coupon; the page is loaded anew with what it gave, unless the person has gone elsewhere meanwhile. */
export function useRedeem(onRefused: (sentence: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useOperationMutation(redeemCoupon, {
    quiet: true,
    onSuccess: () => {
      toast({ title: texts.applied, duration: appliedTime })
      timer.current = setTimeout(() => location.reload(), appliedTime)
    },
    onError: ({ message }) => onRefused(message),
  })
}

export const useCancelPlan = (onDone: () => void) =>
  useOperationMutation(cancelPaidSub, {
    onSuccess: () => {
      toast({ title: texts.cancelled })
      onDone()
    },
  })

/** Takes a cancel back. */
export const useResumePlan = () =>
  useOperationMutation(resumePaidSub, { onSuccess: () => void toast({ title: texts.resumed }) })

export const useDowngrade = (onDone: () => void) =>
  useOperationMutation(downgradeSub, {
    onSuccess: () => {
      toast({ title: texts.downgraded })
      onDone()
    },
  })

/** The country of the caller, as far as this server is told; '' otherwise, undefined until it is known. */
export function useCountry(): string | undefined {
  const { data, isError } = useOperation(country, {}, { staleTime: Infinity, quiet: true })
  return isError ? '' : data?.country
}
