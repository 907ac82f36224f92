import type { ArchiveMode } from '@nestmark/contract/reading/copies'
import { copyTexts as texts } from '@nestmark/texts/reading/copies'
import { useTree } from '../../../collections/data.ts'
import { useMe } from '../../../session/data.ts'
import { Field } from '../../../../ui/fields/Field.tsx'
import { Select, type SelectOption } from '../../../../ui/menus/Select.tsx'
import { limitArchiveMode, listArchiveModes } from '../../../../lib/browser/copyModes.ts'
import { canHaveCopy } from '../state/linkFormValues.ts'
import type { LinkFormState } from '../state/useLinkForm.ts'

/**
 * Selects which copies are stored of the page of a new link. Renders nothing without a page, or when copies are
 * disabled.
 */
export function LinkFormCopy({ form: { values, set } }: { form: LinkFormState }) {
  const modes = listArchiveModes()
  const me = useMe()
  const { index } = useTree()
  // In a collection of somebody else, the owner has chosen.
  const isOwn =
    values.parent === null || values.parent === me?.root_folder || index?.entries.has(values.parent) === true
  const common = isOwn && me ? limitArchiveMode(me.keep_copies) : undefined
  if (modes.length === 0 || !canHaveCopy(values)) return null
  const options: SelectOption<ArchiveMode | ''>[] = [
    { value: '', label: texts.asInSettings(common) },
    ...modes.map(mode => ({ value: mode, label: texts.modes[mode] })),
  ]
  return (
    <Field label={texts.ofNewLink}>
      {control => (
        <Select
          {...control}
          label={texts.ofNewLink}
          options={options}
          value={values.keepCopy ? limitArchiveMode(values.keepCopy) : ''}
          onChange={mode => set({ keepCopy: mode || null })}
        />
      )}
    </Field>
  )
}
