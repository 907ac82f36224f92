import { publicPageTexts as texts } from '@nestmark/texts/sharing/publicPage'
import { Button } from '../../../ui/fields/Button.tsx'
import { Logo } from '../../../ui/marks/Logo.tsx'
import { goToSignIn } from '../../session/signIn.ts'
import css from './SignUpCard.module.css'

/** Invites visitors of a public link to sign up. */
export function SignUpCard({ back }: { back: string }) {
  return (
    <section className={css.card} aria-label={texts.signUpTitle}>
      <Logo size={32} />
      <h2 className={css.title}>{texts.signUpTitle}</h2>
      <p className={css.line}>{texts.signUpLine}</p>
      <Button onClick={() => void goToSignIn('register', back)}>{texts.tryFree}</Button>
    </section>
  )
}
