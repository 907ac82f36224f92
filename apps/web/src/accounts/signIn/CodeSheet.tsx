import { verifyTwoFactor } from '@nestmark/contract/auth/authTwoFactor'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { Button } from '../../ui/fields/Button.tsx'
import { callAuth } from '../calls.ts'
import { goToProduct } from './goToProduct.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { SubmitButton } from '../fields.tsx'
import css from '../forms.module.css'
import { checks } from '../validation.ts'
import { Sheet } from '../Sheet.tsx'
import { useForm } from '../useForm.ts'

const { code: texts } = accountsTexts

/** The second step of a login with two-factor authentication. */
export function CodeSheet({ challenge, onBack }: { challenge: string; onBack: () => void }) {
  const form = useForm({ code: checks.code }, async ({ code }) => {
    await callAuth(verifyTwoFactor, { challenge, code })
    await goToProduct()
  })
  return (
    <Sheet
      title={texts.title}
      description={texts.line}
      footer={
        <Button variant="ghost" onClick={onBack}>
          {texts.back}
        </Button>
      }
    >
      <form className={`stack ${css.form}`} method="post" noValidate onSubmit={form.onSubmit}>
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
        <SubmitButton form={form} label={texts.submit} busyLabel={texts.busy} wide />
      </form>
    </Sheet>
  )
}
