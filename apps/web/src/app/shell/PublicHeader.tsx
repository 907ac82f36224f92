import { sessionTexts } from '@nestmark/texts/session'
import { shellTexts } from '@nestmark/texts/shell'
import { useLocation } from 'react-router'
import { goToSignIn } from '../../features/session/signIn.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Logo } from '../../ui/Logo.tsx'
import { SchemeSwitch } from './Header.tsx'
import css from './Header.module.css'
import { useScrolled } from './useScrolled.ts'

/** What stands above a page that a visitor may see. */
export function PublicHeader() {
  const scrolled = useScrolled()
  const { pathname, search } = useLocation()
  return (
    <header className={classes(css.top, scrolled && css.scrolled)}>
      <a className={css.brand} href="/">
        <Logo size={27} />
        {shellTexts.product}
      </a>
      <span className="grow" />
      <SchemeSwitch />
      <Button variant="ghost" onClick={() => void goToSignIn('login', pathname + search)}>
        {sessionTexts.logIn}
      </Button>
      <Button variant="primary" onClick={() => void goToSignIn('register', pathname + search)}>
        {sessionTexts.register}
      </Button>
    </header>
  )
}
