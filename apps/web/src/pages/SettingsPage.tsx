import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import type { FunctionComponent } from 'react'
import { EncryptionKeysTab } from '../features/encryption/keys/EncryptionKeysTab.tsx'
import { CustomizeTab } from '../features/settings/CustomizeTab.tsx'
import { KeysTab } from '../features/settings/KeysTab.tsx'
import { DangerTab, ExtensionFiles, TransferTab } from '../features/settings/OtherTabs.tsx'
import { PlanTab } from '../features/settings/PlanTab.tsx'
import { ProfileTab } from '../features/settings/ProfileTab.tsx'
import css from '../features/settings/Settings.module.css'
import { RulesTab } from '../features/rules/RulesTab.tsx'
import { StorageTab } from '../features/storage/StorageTab.tsx'
import { Webhooks } from '../features/webhooks/Webhooks.tsx'
import { arePlansOffered } from '../lib/serverSetting.ts'
import { useTab } from '../lib/browser/tab.ts'
import type { Icon } from '../ui/fields/Button.tsx'
import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconApi,
  IconCreditCard,
  IconDatabase,
  IconFilter,
  IconKey,
  IconTransfer,
  IconUser,
} from '../ui/icons.ts'
import { Page } from '../ui/page/Page.tsx'
import { Tabs } from '../ui/fields/Tabs.tsx'

const tabs = [
  'profile',
  'customize',
  'rules',
  'plan',
  'keys',
  'encryption',
  'storage',
  'transfer',
  'danger',
] as const
type Name = (typeof tabs)[number]

/** The tabs of a server that offers no plans. */
const withoutPlan = ['profile', ...tabs.slice(1).filter(tab => tab !== 'plan')] as const

const contents: Record<Name, { icon: Icon; line?: string; tab: FunctionComponent }> = {
  profile: { icon: IconUser, line: texts.profileLine, tab: ProfileTab },
  customize: { icon: IconAdjustmentsHorizontal, line: texts.customizeLine, tab: CustomizeTab },
  rules: { icon: IconFilter, line: texts.rulesLine, tab: RulesTab },
  plan: { icon: IconCreditCard, tab: PlanTab },
  keys: { icon: IconApi, line: texts.keysLine, tab: ApiTab },
  encryption: { icon: IconKey, line: encryptionTexts.keys.lead, tab: EncryptionKeysTab },
  storage: { icon: IconDatabase, line: texts.storageLine, tab: StorageTab },
  transfer: { icon: IconTransfer, tab: TransferTab },
  danger: { icon: IconAlertTriangle, tab: DangerTab },
}

/** API keys, the extension, which has one, and webhooks. */
function ApiTab() {
  return (
    <>
      <KeysTab />
      <ExtensionFiles />
      <Webhooks />
    </>
  )
}

/** /settings: the user's settings. */
export default function SettingsPage() {
  const shown = arePlansOffered() ? tabs : withoutPlan
  const [name, open] = useTab<Name>([...shown])
  const { tab: Content, line } = contents[name]
  return (
    <Page title={texts.title}>
      <h1 className="h1">{texts.title}</h1>
      <div className={css.grid}>
        <Tabs
          vertical
          id="settings"
          label={texts.title}
          value={name}
          tabs={shown.map(value => ({ value, label: texts.tabs[value], icon: contents[value].icon }))}
          onChange={open}
        />
        <div
          className={`stack min0 ${css.panel}`}
          role="tabpanel"
          id="settings-panel"
          aria-labelledby={`settings-${name}`}
        >
          <div>
            <h2 className="h2">{texts.tabs[name]}</h2>
            {line && <p className={`t3 text14 ${css.lead}`}>{line}</p>}
          </div>
          <Content />
        </div>
      </div>
    </Page>
  )
}
