import { accountsTexts } from '@nestmark/texts/accounts'
import { Button } from '../ui/Button.tsx'
import { wish } from './addresses.ts'
import { accounts, leaveFor } from './calls.ts'
import { Submit, TextField } from './fields.tsx'
import css from './forms.module.css'
import { checks } from './sentences.ts'
import { Sheet } from './Sheet.tsx'
import { useForm } from './useForm.ts'

const { code: texts } = accountsTexts

/** The second step of a login whose account asks for a code. */
export function CodeSheet({ challenge, onOver }: { challenge: string; onOver: () => void }) {
  const form = useForm({ code: checks.code }, async ({ code }) => {
    await accounts.passChallenge(challenge, code)
    await leaveFor(wish)
  })
  return (
    <Sheet
      title={texts.title}
      line={texts.line}
      below={
        <Button variant="ghost" onClick={onOver}>
          {texts.back}
        </Button>
      }
    >
      <form className={css.form} method="post" noValidate onSubmit={form.onSubmit}>
        <TextField
          name="code"
          label={texts.label}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          maxLength={40}
          error={form.errors.code}
        />
        <Submit busy={form.busy} failure={form.failure} words={texts.submit} busyWords={texts.busy} wide />
      </form>
    </Sheet>
  )
}
