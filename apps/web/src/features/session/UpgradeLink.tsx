import { shellTexts as texts } from '@nestmark/texts/shell'
import { arePlansOffered } from '../../lib/serverSetting.ts'
import { upgradePath } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/fields/Button.tsx'
import { IconSparkles } from '../../ui/icons.ts'

/** A link to the plans, next to a message that the current plan does not include a feature. None where no plans are offered. */
export function UpgradeLink() {
  if (!arePlansOffered()) return null
  // A full page load, because a dialog may be open; typed values stay stored as a draft.
  return (
    <a href={upgradePath} style={{ textDecoration: 'underline', fontWeight: 540 }}>
      {texts.upgrade}
    </a>
  )
}

/** A button that leads to the plans. */
export function UpgradeButton(props: { variant?: 'primary'; size?: 'sm'; children: string }) {
  return <ButtonLink to={upgradePath} icon={IconSparkles} {...props} />
}
