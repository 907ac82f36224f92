import type { FunctionComponent } from 'react'
import type { PageName } from './addresses.ts'
import { DeletedPage } from './profile/ProfileDelete.tsx'
import { ForgotPage } from './signIn/ForgotPage.tsx'
import { LoginPage } from './signIn/LoginPage.tsx'
import { ConfirmEmailPage, VerifyPage } from './signIn/EmailLinkPage.tsx'
import { ProfilePage } from './profile/ProfilePage.tsx'
import { RegisterPage } from './signIn/RegisterPage.tsx'
import { ResetPage } from './signIn/ResetPage.tsx'

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

/**
 * The sign-in site. Each page is a separate page load, so there is no router. An unknown address shows the
 * login page.
 */
export function Site() {
  const name = location.pathname.replace(/\/+$/, '').split('/').pop() ?? ''
  const Page = Object.hasOwn(pages, name) ? pages[name as PageName] : LoginPage
  return <Page />
}
