import { sessionTexts } from '@nestmark/texts/accounts/session'
import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { useLocation } from '../../lib/router/location.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { goToSignIn } from '../session/signIn.ts'
import css from './Suggestions.module.css'

/** Confirms a visitor's suggestion and offers to sign in, so that the visitor can track it. */
export function SuggestionSubmitted({ onAnother, onClose }: { onAnother: () => void; onClose: () => void }) {
  const { pathname, search } = useLocation()
  const returnPath = pathname + search
  return (
    <Dialog
      title={texts.submitted}
      onClose={onClose}
      footerStart={
        <Button size="sm" variant="ghost" onClick={onAnother}>
          {texts.another}
        </Button>
      }
      footer={
        <>
          <Button onClick={() => void goToSignIn('register', returnPath)}>{sessionTexts.register}</Button>
          <Button data-autofocus variant="primary" onClick={() => void goToSignIn('login', returnPath)}>
            {sessionTexts.logIn}
          </Button>
        </>
      }
    >
      <p className={css.line} role="status">
        {texts.signUp}
      </p>
    </Dialog>
  )
}
