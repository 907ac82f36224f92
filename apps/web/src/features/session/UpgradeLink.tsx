import { shellTexts as texts } from '@nestmark/texts/shell'
import { upgradePath } from './plan.ts'

/** The way to another plan, beside words that say that the present one does not hold it. */
export function UpgradeLink() {
  // A load of its own: from a dialog, and with what was typed kept as a draft.
  return (
    <a href={upgradePath} style={{ textDecoration: 'underline', fontWeight: 540 }}>
      {texts.upgrade}
    </a>
  )
}
