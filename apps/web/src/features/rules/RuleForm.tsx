import { showError } from '../../lib/api/showError.ts'
import type { Rule } from '@nestmark/contract/rules'
import { hasActions } from '@nestmark/core/rules'
import { ruleTexts as texts } from '@nestmark/texts/rules'
import { useState } from 'react'
import { type Refusal } from '../../lib/api/client.ts'
import { toast } from '../../lib/toasts.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import {
  type RuleContent,
  type RuleErrors,
  runRules,
  useRuleTest,
  useSaveRule,
  useUpdateRule,
} from './data.ts'
import { RuleActionFields, RuleConditionFields } from './RuleFields.tsx'
import { RuleTest } from './RuleTest.tsx'
import css from './Rules.module.css'

/** Makes a rule or changes one. Shows while it is filled in what it would change in the library. */
export default function RuleForm({ rule, onClose }: { rule?: Rule; onClose: () => void }) {
  const [content, setContent] = useState<RuleContent>({
    conditions: rule?.conditions ?? {},
    actions: rule?.actions ?? {},
  })
  const [alsoApplies, setAlsoApplies] = useState(false)
  const [errors, setErrors] = useState<RuleErrors>({})
  const trimmed = trimContent(content)
  const test = useRuleTest([trimmed], hasActions(trimmed))
  const changes = hasActions(trimmed) ? (test.data?.changes ?? 0) : 0
  const options = {
    quiet: true,
    onError: (refusal: Refusal) => setErrors(toErrors(refusal)),
    onSuccess({ _id }: Rule) {
      if (alsoApplies && changes > 0) runRules([_id], changes).catch(showError)
      else toast({ title: texts.saved })
      onClose()
    },
  }
  const save = useSaveRule(options)
  const update = useUpdateRule(options)
  const busy = save.isPending || update.isPending
  const submit = () => {
    if (busy) return
    if (rule) update.mutate({ rule_id: rule._id, ...trimmed })
    else save.mutate(trimmed)
  }
  const change = (part: Partial<RuleContent>) => {
    setContent(now => ({ ...now, ...part }))
    setErrors({})
  }
  return (
    <Dialog
      title={rule ? texts.formEdit : texts.formNew}
      size={580}
      onClose={onClose}
      action={{ 'aria-disabled': busy, children: rule ? texts.save : texts.make }}
      onSubmit={submit}
      formClass={`stack ${css.form}`}
    >
      <fieldset>
        <legend className={css.legend}>{texts.when}</legend>
        <p className={`t3 text13 ${css.line}`}>{texts.whenLine}</p>
        <RuleConditionFields
          value={content.conditions}
          errors={errors}
          onChange={part => change({ conditions: { ...content.conditions, ...part } })}
        />
      </fieldset>
      <fieldset className={fieldCss.stack}>
        <legend className={css.legend}>{texts.thenDo}</legend>
        <RuleActionFields
          value={content.actions}
          collectionLost={rule?.collection?.state === 'gone'}
          errors={errors}
          onChange={part => change({ actions: { ...content.actions, ...part } })}
        />
      </fieldset>
      {errors.form && <FieldError>{errors.form}</FieldError>}
      {hasActions(trimmed) && (
        <RuleTest test={test}>
          {changes > 0 && (
            <label className={`row f14 ${css.check}`}>
              <Checkbox
                small
                label={texts.alsoApply(changes)}
                checked={alsoApplies}
                onChange={() => setAlsoApplies(!alsoApplies)}
              />
              {texts.alsoApply(changes)}
            </label>
          )}
        </RuleTest>
      )}
    </Dialog>
  )
}

/** Returns a rule without fields that are empty, so that equal rules are tested once. */
function trimContent({ conditions, actions }: RuleContent): RuleContent {
  const filled = <Part extends object>(part: Part): Part =>
    Object.fromEntries(
      Object.entries(part)
        .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
        .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))),
    ) as Part
  return { conditions: filled(conditions), actions: filled(actions) }
}

function toErrors({ code, message }: Refusal): RuleErrors {
  if (code === 'rules.hostInvalid') return { host: message }
  if (code === 'rules.tooManyTags') return { tags: message }
  if (code.startsWith('tags.')) return { tag: message }
  if (code.startsWith('feeds.')) return { feed: message }
  if (code.startsWith('collections.') || code === 'rules.encrypted') return { collection: message }
  return { form: message }
}
