import '../ui/styles/fonts.css'
import '../ui/styles/tokens.css'
import '../ui/styles/base.css'
import '../ui/styles/layout.css'
import '../ui/styles/contrast.css'
import { assertDefined } from '@nestmark/core/assertDefined'
import type { FunctionComponent } from 'react'
import { createRoot } from 'react-dom/client'
import { keepFocus } from '../lib/focus/keepFocus.ts'
import type { PageName } from './addresses.ts'
import { DeletedPage } from './profile/ProfileDelete.tsx'
import { ForgotPage } from './signIn/ForgotPage.tsx'
import { LoginPage } from './signIn/LoginPage.tsx'
import { ConfirmEmailPage, VerifyPage } from './signIn/EmailLinkPage.tsx'
import { ProfilePage } from './profile/ProfilePage.tsx'
import { RegisterPage } from './signIn/RegisterPage.tsx'
import { ResetPage } from './signIn/ResetPage.tsx'

// Each page is a separate page load, so there is no router.
const pages: Record<PageName, FunctionComponent> = {
  login: LoginPage,
  register: RegisterPage,
  'forgot-password': ForgotPage,
  'reset-password': ResetPage,
  'verify-email': VerifyPage,
  'confirm-email': ConfirmEmailPage,
  profile: ProfilePage,
  deleted: DeletedPage,
}

const name = location.pathname.replace(/\/+$/, '').split('/').pop() ?? ''
// An unknown address shows the login page.
const Page = Object.hasOwn(pages, name) ? pages[name as PageName] : LoginPage
keepFocus()
createRoot(assertDefined(document.getElementById('root'), 'root')).render(<Page />)
