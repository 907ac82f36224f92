import type { Rule } from '@nestmark/contract/rules'
import { ruleTexts as texts } from '@nestmark/texts/rules'
import { Button } from '../../ui/fields/Button.tsx'
import { CancelButton } from '../../ui/dialogs/CancelButton.tsx'
import { useTask } from '../../ui/fields/useTask.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { runRules, useRuleTest } from './data.ts'
import { RuleTest } from './RuleTest.tsx'
import css from './Rules.module.css'

/** Shows what rules would change in the library, and applies them. */
export default function ApplyRules({ rules, onClose }: { rules: readonly Rule[]; onClose: () => void }) {
  const test = useRuleTest(rules.map(({ conditions, actions }) => ({ conditions, actions })))
  const { busy, run } = useTask()
  const changes = test.data?.changes ?? 0
  const apply = async () => {
    await runRules(
      rules.map(rule => rule._id),
      changes,
    )
    onClose()
  }
  return (
    <Dialog
      title={texts.applyTitle}
      size={520}
      onClose={onClose}
      footer={
        changes === 0 ? (
          <Button data-autofocus onClick={onClose}>
            {texts.close}
          </Button>
        ) : (
          <>
            <CancelButton onClick={onClose} />
            <Button variant="primary" aria-disabled={busy} onClick={() => void run(apply)}>
              {texts.applyConfirm(changes)}
            </Button>
          </>
        )
      }
    >
      <p className={`t2 text13 ${css.line}`}>{texts.applyOne}</p>
      <RuleTest test={test} />
    </Dialog>
  )
}
