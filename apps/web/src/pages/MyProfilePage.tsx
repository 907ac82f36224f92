import { settingsTexts as texts } from '@nestmark/texts/settings'
import { EditProfile } from '../features/settings/ProfileTab.tsx'
import css from '../features/settings/Settings.module.css'
import { Page } from '../ui/Page.tsx'

/** /my-profile: the same form as in the settings. */
export default function MyProfilePage() {
  return (
    <Page title={texts.myProfile}>
      <h1 className="h1">{texts.myProfile}</h1>
      <div className={css.panel} style={{ marginTop: 22 }}>
        <EditProfile />
      </div>
    </Page>
  )
}
