import { limits } from '@nestmark/core/limits'
import { ruleTexts as texts } from '@nestmark/texts/rules'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CollectionField } from '../collections/picker/CollectionField.tsx'
import { useTree } from '../collections/data.ts'
import { LinkFormTags } from '../links/form/fields/LinkFormTags.tsx'
import type { RuleContent, RuleErrors } from './data.ts'
import css from './Rules.module.css'

type Actions = RuleContent['actions']

const checks = [
  { name: 'favourite', label: texts.favouriteField },
  { name: 'site_name', label: texts.siteNameField },
  { name: 'tracking', label: texts.trackingField },
] as const

/** The fields for what becomes of a link. */
export function RuleActionFields({
  value,
  collectionLost,
  errors,
  onChange,
}: {
  value: Actions
  /** The stored collection was deleted. */
  collectionLost: boolean
  errors: RuleErrors
  onChange: (part: Actions) => void
}) {
  const root = useTree().index?.root
  return (
    <>
      <LinkFormTags
        tags={value.tags ?? []}
        context={{}}
        error={errors.tags}
        onChange={tags => onChange({ tags })}
      />
      <div className={css.fields}>
        <CollectionField
          label={texts.collectionField}
          value={value.collection ?? null}
          rootLabel={texts.stays}
          ownOnly
          error={errors.collection ?? (collectionLost && value.collection ? texts.problem.lost : undefined)}
          onChange={id => onChange({ collection: id === root ? undefined : id })}
        />
        <TextField
          label={texts.removeField}
          maxLength={limits.ruleText}
          dir="auto"
          value={value.remove_text ?? ''}
          onChange={event => onChange({ remove_text: event.target.value })}
        />
      </div>
      <div>
        {checks.map(({ name, label }) => (
          <label key={name} className={`row f14 ${css.check}`}>
            <Checkbox
              small
              label={label}
              checked={value[name] === 1}
              onChange={() => onChange({ [name]: value[name] === 1 ? 0 : 1 })}
            />
            {label}
          </label>
        ))}
      </div>
    </>
  )
}
