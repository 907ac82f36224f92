import { errorTexts } from '@nestmark/texts/errors'
import { plansTexts as texts } from '@nestmark/texts/plans'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useRedeemCoupon } from './data.ts'
import css from './Plans.module.css'

/** The form for a coupon code. */
export function CouponForm() {
  const [coupon, setCoupon] = useState('')
  const [error, setError] = useState<string>()
  const redeem = useRedeemCoupon(setError)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (redeem.isPending) return
    if (coupon.trim() === '') setError(errorTexts['coupons.required'])
    else redeem.mutate({ coupon })
  }
  return (
    <form className={`flex wrap g10 ${css.coupon}`} onSubmit={submit}>
      <TextField
        label={texts.couponCode}
        error={error}
        className={css.code}
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        maxLength={100}
        value={coupon}
        onChange={event => {
          setCoupon(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Button type="submit" disabled={redeem.isPending || redeem.isSuccess}>
        {texts.apply}
      </Button>
    </form>
  )
}
