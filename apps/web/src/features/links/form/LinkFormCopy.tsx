import type { KeepMode } from '@nestmark/contract/copies'
import { copyTexts as texts } from '@nestmark/texts/copies'
import { useTree } from '../../collections/data.ts'
import { useMe } from '../../session/data.ts'
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
  const me = useMe()
  const { index } = useTree()
  // In a collection of somebody else, the owner has chosen.
  const isOwn =
    values.parent === null || values.parent === me?.root_folder || index?.entries.has(values.parent) === true
  const common = isOwn && me ? limitKeepMode(me.keep_copies) : undefined
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
          <option value="">{texts.asInSettings(common)}</option>
          {modes.map(mode => (
            <option key={mode} value={mode}>
              {texts.modes[mode]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
