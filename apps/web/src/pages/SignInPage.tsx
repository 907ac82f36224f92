import { sessionTexts } from '@nestmark/texts/accounts/session'
import { useEffect } from 'react'
import { goToSignIn, toLocalPath, type SignInPage as Where } from '../features/session/signIn.ts'
import { PageLoading } from '../ui/progress/PageLoading.tsx'

/**
 * /login, /register and /forgot-password: redirect to the sign-in site. `?back=` is the page of the product to which
 * the user returns.
 */
export default function SignInPage({ page }: { page: Where }) {
  useEffect(() => {
    void goToSignIn(page, toLocalPath(new URLSearchParams(location.search).get('back')))
  }, [page])
  return <PageLoading text={sessionTexts.leaving} />
}
