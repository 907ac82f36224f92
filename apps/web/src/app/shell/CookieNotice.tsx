import { sessionTexts } from '@nestmark/texts/accounts/session'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import css from './CookieNotice.module.css'

const name = 'cookie_consent'
const thirtyDays = 30 * 24 * 60 * 60

/** Shows the notice about cookies and local storage. Accepting it hides it for thirty days. */
export function CookieNotice() {
  const [shown, setShown] = useState(() => !document.cookie.includes(`${name}=`))
  if (!shown) return null
  const accept = () => {
    document.cookie = `${name}=1; max-age=${thirtyDays}; path=/; samesite=lax`
    setShown(false)
  }
  return (
    <section className={`row g12 t2 ${css.notice}`} aria-label={sessionTexts.cookiesLabel}>
      <p>{sessionTexts.cookies}</p>
      <Button size="sm" onClick={accept}>
        {uiTexts.ok}
      </Button>
    </section>
  )
}
