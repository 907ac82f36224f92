import { sessionTexts } from '@nestmark/texts/session'
import { useEffect } from 'react'
import { goToSignIn, type SignInPage as Where } from '../features/session/signIn.ts'
import { PageLoading } from '../ui/PageLoading.tsx'

/** /login, /register and /forgot-password: redirect to the sign-in site. */
export default function SignInPage({ page }: { page: Where }) {
  useEffect(() => {
    void goToSignIn(page)
  }, [page])
  return <PageLoading text={sessionTexts.leaving} />
}
