import { shellTexts as texts } from '@nestmark/texts/shell'
import { upgradePath } from '../../lib/site.ts'

/** A link to the plans, next to a message that the current plan does not include a feature. */
export function UpgradeLink() {
  // A full page load, because a dialog may be open; typed values stay stored as a draft.
  return (
    <a href={upgradePath} style={{ textDecoration: 'underline', fontWeight: 540 }}>
      {texts.upgrade}
    </a>
  )
}
