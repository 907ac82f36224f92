import { sessionTexts } from '@nestmark/texts/accounts/session'
import { Button } from '../../ui/fields/Button.tsx'
import { useSiteLogin } from './authFrame.ts'
import { goToSignIn } from './signIn.ts'

/** Leads a visitor through the sign-in site and back to a page that may be theirs. */
export function SignInToOpen({ path }: { path: string }) {
  const isSignedInThere = useSiteLogin()
  return (
    <Button variant="primary" onClick={() => void goToSignIn('login', path)}>
      {isSignedInThere ? sessionTexts.openSignedIn : sessionTexts.logIn}
    </Button>
  )
}
