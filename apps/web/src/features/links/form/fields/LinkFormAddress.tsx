import { limits } from '@nestmark/core/limits'
import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { usePhone } from '../../../../lib/media/media.ts'
import { classes } from '../../../../ui/classes.ts'
import { Field, fieldCss } from '../../../../ui/fields/Field.tsx'
import { IconCheck, IconLink } from '../../../../ui/icons.ts'
import type { FetchStatus } from '../save/linkFormData.ts'
import css from './LinkFormFields.module.css'
import type { LinkFormState } from '../state/useLinkForm.ts'

const statusTexts: Partial<Record<FetchStatus, string>> = {
  fetching: texts.fetching,
  fetched: texts.fetched,
  failed: texts.notFetched,
}

/** Edits the address and shows whether its page was read. It is optional unless it is the first field. */
export function LinkFormAddress({ form, first }: { form: LinkFormState; first?: boolean }) {
  const { values, errors, fetching } = form
  const statusText = statusTexts[fetching]
  const hint = form.isSealed ? encryptionTexts.addressStays : first ? undefined : texts.optional
  // In the field of a phone this text would leave no room for the address.
  const isStatusAbove = usePhone() && fetching === 'failed'
  return (
    <Field
      label={texts.link}
      error={errors.link}
      hint={isStatusAbove ? <span aria-hidden="true">{statusText}</span> : hint}
    >
      {control => (
        <div className={fieldCss.box}>
          <IconLink className="i t3" />
          <input
            {...control}
            className={fieldCss.inside}
            type="text"
            inputMode="url"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoComplete="off"
            dir="ltr"
            maxLength={limits.address}
            readOnly={form.isSealed}
            autoFocus={first}
            value={values.link}
            onChange={event => form.setAddress(event.target.value)}
          />
          <span role="status" className={classes('row g4 rigid', css.status, css[fetching])}>
            {fetching === 'fetched' && <IconCheck className="i s14" />}
            {statusText && <span className={css.statusText}>{statusText}</span>}
          </span>
        </div>
      )}
    </Field>
  )
}
