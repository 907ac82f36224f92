import { copyTexts } from '@nestmark/texts/reading/copies'
import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import type { ComponentProps } from 'react'
import { isEmailSent } from '../../lib/serverSetting.ts'
import { theme as chosenTheme } from '../../lib/browser/scheme.ts'
import { useStore } from '../../lib/store.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { areCopiesAvailable, limitArchiveMode, listArchiveModes } from '../../lib/browser/copyModes.ts'
import { useChangeTheme, useView } from '../session/data.ts'
import { usePreference } from './data.ts'
import css from './Settings.module.css'

const yesOrNo = [
  { value: 1, label: texts.yes },
  { value: 0, label: texts.no },
] as const

/** The user's preferences, which apply on all devices. */
export function CustomizeTab() {
  const theme = useStore(chosenTheme)
  const changeTheme = useChangeTheme()
  const { view, setView } = useView()
  const [load = 1, setLoad] = usePreference('load_links')
  const [clipboard, setClipboard] = usePreference('clipboard_access')
  const [copies = 'full', setCopies] = usePreference('keep_copies')
  const [digest = 1, setDigest] = usePreference('mail_digest')
  return (
    <div className={css.rows}>
      <Choice
        label={texts.theme}
        value={theme}
        options={[
          { value: 2, label: texts.system },
          { value: 0, label: texts.light },
          { value: 1, label: texts.dark },
        ]}
        onChange={next => next !== theme && changeTheme(next)}
      />
      <Choice
        label={texts.linksView}
        note={texts.linksViewNote}
        value={view.links}
        options={[
          { value: 1, label: texts.grid },
          { value: 3, label: texts.mosaic },
          { value: 2, label: texts.list },
        ]}
        onChange={links => setView({ links })}
      />
      <Choice
        label={texts.collectionsView}
        value={view.folders}
        options={[
          { value: 3, label: texts.compact },
          { value: 4, label: texts.detailed },
        ]}
        onChange={folders => setView({ folders })}
      />
      <Choice
        label={texts.load}
        note={texts.loadNote}
        value={load}
        options={[
          { value: 1, label: texts.onClick },
          { value: 2, label: texts.onHover },
        ]}
        onChange={setLoad}
      />
      <Choice label={texts.clipboard} value={clipboard ?? 0} options={yesOrNo} onChange={setClipboard} />
      {areCopiesAvailable() && (
        <Choice
          label={copyTexts.setting}
          note={copyTexts.settingNote}
          value={limitArchiveMode(copies)}
          options={listArchiveModes().map(value => ({ value, label: copyTexts.modes[value] }))}
          onChange={setCopies}
        />
      )}
      {isEmailSent() && <Choice label={texts.digest} value={digest} options={yesOrNo} onChange={setDigest} />}
    </div>
  )
}

function Choice<T extends string | number>({
  note,
  ...choice
}: ComponentProps<typeof Segmented<T>> & { note?: string }) {
  return (
    <div className={`row g12 ${css.row}`}>
      <div>
        <span className="w540">{choice.label}</span>
        {note !== undefined && <p className="t3">{note}</p>}
      </div>
      <Segmented {...choice} />
    </div>
  )
}
