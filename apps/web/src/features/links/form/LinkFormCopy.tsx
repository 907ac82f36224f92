import type { KeepMode } from '@nestmark/contract/copies'
import { copyTexts as texts } from '@nestmark/texts/copies'
import { Field, fieldCss } from '../../../ui/Field.tsx'
import { limitKeepMode, listKeepModes } from '../../../lib/copyModes.ts'
import { canHaveCopy } from './linkFormValues.ts'
import type { LinkFormState } from './useLinkForm.ts'

/**
 * Selects which copies are stored of the page of a new link. Renders nothing without a page, or when copies are
 * disabled.
 */
export function LinkFormCopy({ form: { values, set } }: { form: LinkFormState }) {
  const modes = listKeepModes()
  if (modes.length === 0 || !canHaveCopy(values)) return null
  return (
    <Field label={texts.ofNewLink}>
      {control => (
        <select
          {...control}
          className={fieldCss.select}
          value={values.keepCopy ? limitKeepMode(values.keepCopy) : ''}
          onChange={event => set({ keepCopy: (event.target.value || null) as KeepMode | null })}
        >
          <option value="">{texts.modesOfLink.asOwner}</option>
          {modes.map(mode => (
            <option key={mode} value={mode}>
              {texts.modesOfLink[mode]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
