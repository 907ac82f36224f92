import { limits } from '@nestmark/core/limits'
import { ruleTexts as texts } from '@nestmark/texts/rules'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CollectionField } from '../collections/picker/CollectionField.tsx'
import { useTree } from '../collections/data.ts'
import { LinkFormTags } from '../links/form/fields/LinkFormTags.tsx'
import { type RuleContent, type RuleErrors, useFeedChoices } from './data.ts'
import css from './Rules.module.css'
import { Field } from '../../ui/fields/Field.tsx'
import { Select } from '../../ui/menus/Select.tsx'

interface FieldsProps<Part> {
  value: Part
  errors: RuleErrors
  onChange: (part: Part) => void
}

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
}: FieldsProps<RuleContent['actions']> & {
  /** The stored collection was deleted. */
  collectionLost: boolean
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

const fields = [
  { name: 'host', label: texts.hostField, placeholder: 'example.com', max: limits.ruleText },
  { name: 'path', label: texts.pathField, hint: texts.pathHint, max: limits.ruleText },
  { name: 'title', label: texts.titleField, max: limits.ruleText },
  { name: 'tag', label: texts.tagField, max: limits.tagName },
] as const

/** The fields for what a link must be like. */
export function RuleConditionFields({ value, errors, onChange }: FieldsProps<RuleContent['conditions']>) {
  const feeds = useFeedChoices()
  return (
    <div className={css.fields}>
      {fields.map(({ name, label, max, ...more }) => (
        <TextField
          key={name}
          label={label}
          hint={'hint' in more ? more.hint : undefined}
          error={name === 'host' || name === 'tag' ? errors[name] : undefined}
          data-autofocus={name === 'host' || undefined}
          maxLength={max}
          autoCapitalize="none"
          spellCheck={false}
          placeholder={'placeholder' in more ? more.placeholder : undefined}
          dir={name === 'host' || name === 'path' ? 'ltr' : 'auto'}
          value={value[name] ?? ''}
          onChange={event => onChange({ [name]: event.target.value.replace(/^#/, '') })}
        />
      ))}
      {(feeds.length > 0 || value.feed !== undefined) && (
        <div className={css.wide}>
          <Field
            label={texts.feedField}
            error={errors.feed}
            note={value.feed === undefined ? undefined : texts.feedLine}
          >
            {control => (
              <Select
                {...control}
                label={texts.feedField}
                options={[
                  { value: '', label: texts.anyFeed },
                  ...feeds.map(feed => ({ value: feed._id, label: feed.title || feed.address })),
                ]}
                value={value.feed ?? ''}
                onChange={feed => onChange({ feed: feed || undefined })}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  )
}
