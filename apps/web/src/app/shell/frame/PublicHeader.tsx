import { sessionTexts } from '@nestmark/texts/accounts/session'
import { shellTexts } from '@nestmark/texts/shell'
import { Link } from '../../../lib/router/links.tsx'
import { useLocation } from '../../../lib/router/location.ts'
import { useAuthFrame } from '../../../features/session/authFrame.ts'
import { goToSignIn } from '../../../features/session/signIn.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Logo } from '../../../ui/marks/Logo.tsx'
import { HelpMenu, SchemeSwitch } from './Header.tsx'
import css from './Header.module.css'
import { useScrolled } from './useScrolled.ts'

// The sign-in site may have another origin: it may run scripts and use its own cookies, and nothing else.
const sandbox = 'allow-scripts allow-same-origin'

/** The header of pages for visitors. An embedded frame of the sign-in site reports who is signed in there. */
export default function PublicHeader() {
  const scrolled = useScrolled()
  const { pathname, search } = useLocation()
  const { login, frame, src, onLoad, enter } = useAuthFrame()
  return (
    <header className={classes('row g8 rigid', css.header, scrolled && css.scrolled)}>
      {/* The home page says what this is. */}
      <Link className={`row g8 ${css.brand}`} to="/" aria-label={shellTexts.product}>
        <Logo size={27} />
        <span className={css.brandName}>{shellTexts.product}</span>
      </Link>
      <span className="grow" />
      <SchemeSwitch />
      <HelpMenu />
      {login?.logged_in ? (
        <Button variant="primary" onClick={enter}>
          {login.has_account ? sessionTexts.enter : sessionTexts.getStarted}
        </Button>
      ) : (
        <>
          <Button variant="ghost" onClick={() => void goToSignIn('login', pathname + search)}>
            {sessionTexts.logIn}
          </Button>
          <Button variant="primary" onClick={() => void goToSignIn('register', pathname + search)}>
            {sessionTexts.register}
          </Button>
        </>
      )}
      <iframe
        ref={frame}
        src={src}
        title={sessionTexts.frame}
        hidden
        tabIndex={-1}
        sandbox={sandbox}
        onLoad={onLoad}
      />
    </header>
  )
}
