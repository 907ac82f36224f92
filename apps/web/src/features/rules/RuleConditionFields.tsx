import { limits } from '@nestmark/core/limits'
import { ruleTexts as texts } from '@nestmark/texts/rules'
import { Field } from '../../ui/fields/Field.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Select } from '../../ui/menus/Select.tsx'
import { type RuleContent, type RuleErrors, useFeedChoices } from './data.ts'
import css from './Rules.module.css'

type Conditions = RuleContent['conditions']

const fields = [
  { name: 'host', label: texts.hostField, placeholder: 'example.com', max: limits.ruleText },
  { name: 'path', label: texts.pathField, hint: texts.pathHint, max: limits.ruleText },
  { name: 'title', label: texts.titleField, max: limits.ruleText },
  { name: 'tag', label: texts.tagField, max: limits.tagName },
] as const

/** The fields for what a link must be like. */
export function RuleConditionFields({
  value,
  errors,
  onChange,
}: {
  value: Conditions
  errors: RuleErrors
  onChange: (part: Conditions) => void
}) {
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
