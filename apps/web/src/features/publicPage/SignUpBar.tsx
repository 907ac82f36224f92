import { publicPageTexts as texts } from '@nestmark/texts/sharing/publicPage'
import { sessionTexts } from '@nestmark/texts/accounts/session'
import { useEffect, useState } from 'react'
import { usePhone } from '../../lib/media/media.ts'
import { stored } from '../../lib/browser/storage.ts'
import { Button, IconButton } from '../../ui/fields/Button.tsx'
import { IconX } from '../../ui/icons.ts'
import { Logo } from '../../ui/marks/Logo.tsx'
import { goToSignIn } from '../session/signIn.ts'
import css from './SignUpBar.module.css'
import { toPlan } from '@nestmark/core/plans/plans'
import { arePlanLimitsEnabled, arePlansOffered } from '../../lib/serverSetting.ts'

/** The bar appears after this many pixels of scrolling. */
const minScroll = 400
/** How long it stays hidden after it was closed, in milliseconds. */
const hiddenMs = 30 * 86_400_000

/** Invites visitors of a public page to sign up, once they have scrolled. */
export function SignUpBar({ back }: { back: string }) {
  const phone = usePhone()
  const [isClosed, setIsClosed] = useState(
    () => Date.now() - (stored.read<number>('sign_up_bar') ?? 0) < hiddenMs,
  )
  const isShown = useScrolledPast(minScroll) && !isClosed
  if (!isShown) return null
  const close = () => {
    stored.write('sign_up_bar', Date.now())
    setIsClosed(true)
  }
  return (
    <>
      {/* The end of the page can be scrolled above the bar. */}
      <div className={css.room} />
      <section className={css.box} aria-label={texts.signUpTitle} data-sign-up-bar>
        <div className={`row g16 ${css.bar}`}>
          {!phone && <Logo size={32} />}
          <div className="grow">
            <p className={css.title}>{phone ? texts.signUpTitleShort : texts.signUpTitle}</p>
            <p className={`text13 ${css.line}`}>{getSignUpLine(phone)}</p>
          </div>
          {!phone && (
            <Button variant="ghost" onClick={() => void goToSignIn('login', back)}>
              {sessionTexts.logIn}
            </Button>
          )}
          <Button variant="primary" onClick={() => void goToSignIn('register', back)}>
            {texts.tryFree}
          </Button>
          <IconButton icon={IconX} label={texts.close} onClick={close} />
        </div>
      </section>
    </>
  )
}

/** Returns true from the first time that the page is scrolled so far. */
function useScrolledPast(pixels: number): boolean {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    const onScroll = () => setIsPast(isPastNow => isPastNow || window.scrollY > pixels)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [pixels])
  return isPast
}

/**
 * Returns a sentence about the benefits of an account; on phones the limit of the free plan, where this server has
 * one.
 */
function getSignUpLine(short: boolean): string {
  if (!short) return texts.signUpLine
  return arePlanLimitsEnabled() && arePlansOffered()
    ? texts.signUpLimit(toPlan(1).links)
    : texts.signUpLineShort
}
