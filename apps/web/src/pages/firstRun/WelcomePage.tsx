import { sessionTexts } from '@nestmark/texts/accounts/session'
import { usePageTitle } from '../../lib/pageTitle.ts'
import { sitePaths } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/fields/Button.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Logo } from '../../ui/marks/Logo.tsx'
import css from './WelcomePage.module.css'

const texts = sessionTexts.welcome

/** / of a server without an account and without the public site: what Nestmark is, and the first account. */
export default function WelcomePage() {
  usePageTitle(undefined)
  return (
    <main className={`stack ${css.page}`}>
      <Logo size={72} />
      <h1>{texts.title}</h1>
      <p className={`t2 mt12 ${css.line}`}>{texts.line}</p>
      <ul className={`text14 t2 ${css.parts}`}>
        {texts.parts.map(part => (
          <li key={part}>
            <IconCheck className="i" />
            {part}
          </li>
        ))}
      </ul>
      <ButtonLink to="/register" variant="primary" size="lg">
        {texts.first}
      </ButtonLink>
      <p className={css.none}>
        {texts.noneYet}{' '}
        {sitePaths.includes('/help') && (
          <a className={`acc w540 ${css.help}`} href="/help">
            {texts.help}
          </a>
        )}
      </p>
    </main>
  )
}
