import { copyTexts } from '@nestmark/texts/reading/copies'
import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import type { ReactNode } from 'react'
import { isEmailSent } from '../../lib/isEmailSent.ts'
import { theme as chosenTheme } from '../../lib/browser/scheme.ts'
import { useStore } from '../../lib/store.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { areCopiesAvailable, limitArchiveMode, listArchiveModes } from '../../lib/browser/copyModes.ts'
import { useChangeTheme, useMe, useView } from '../session/data.ts'
import { useClipboardAccess, useUpdateDigest, useUpdateKeepCopies, useUpdateLinksLoad } from './data.ts'
import css from './Settings.module.css'

/** The user's preferences, which apply on all devices. */
export function CustomizeTab() {
  const me = useMe()
  const theme = useStore(chosenTheme)
  const changeTheme = useChangeTheme()
  const { view, setView } = useView()
  const load = useUpdateLinksLoad()
  const clipboard = useClipboardAccess()
  const keepCopies = useUpdateKeepCopies()
  return (
    <div className={css.rows}>
      <Row label={texts.theme}>
        <Segmented
          label={texts.theme}
          value={theme}
          options={[
            { value: 2, label: texts.system },
            { value: 0, label: texts.light },
            { value: 1, label: texts.dark },
          ]}
          onChange={next => next !== theme && changeTheme(next)}
        />
      </Row>
      <Row label={texts.linksView} note={texts.linksViewNote}>
        <Segmented
          label={texts.linksView}
          value={view.links}
          options={[
            { value: 1, label: texts.grid },
            { value: 3, label: texts.mosaic },
            { value: 2, label: texts.list },
          ]}
          onChange={links => setView({ links })}
        />
      </Row>
      <Row label={texts.collectionsView}>
        <Segmented
          label={texts.collectionsView}
          value={view.folders}
          options={[
            { value: 3, label: texts.compact },
            { value: 4, label: texts.detailed },
          ]}
          onChange={folders => setView({ folders })}
        />
      </Row>
      <Row label={texts.load} note={texts.loadNote}>
        <Segmented
          label={texts.load}
          value={me?.load_links ?? 1}
          options={[
            { value: 1, label: texts.onClick },
            { value: 2, label: texts.onHover },
          ]}
          onChange={load_links => load.mutate({ load_links })}
        />
      </Row>
      <Row label={texts.clipboard}>
        <Segmented
          label={texts.clipboard}
          value={me?.clipboard_access ?? 0}
          options={[
            { value: 1, label: texts.yes },
            { value: 0, label: texts.no },
          ]}
          onChange={clipboard_access => clipboard.mutate({ clipboard_access })}
        />
      </Row>
      {areCopiesAvailable() && (
        <Row label={copyTexts.setting} note={copyTexts.settingNote}>
          <Segmented
            label={copyTexts.setting}
            value={limitArchiveMode(me?.keep_copies ?? 'full')}
            options={listArchiveModes().map(value => ({
              value,
              label: copyTexts.modes[value],
            }))}
            onChange={keep_copies => keepCopies.mutate({ keep_copies })}
          />
        </Row>
      )}
      {isEmailSent() && <DigestRow />}
    </div>
  )
}

/** Switches the daily email. */
function DigestRow() {
  const me = useMe()
  const digest = useUpdateDigest()
  return (
    <Row label={texts.digest}>
      <Segmented
        label={texts.digest}
        value={me?.mail_digest ?? 1}
        options={[
          { value: 1, label: texts.yes },
          { value: 0, label: texts.no },
        ]}
        onChange={mail_digest => digest.mutate({ mail_digest })}
      />
    </Row>
  )
}

function Row({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className={`row g12 ${css.row}`}>
      <div>
        <span className="w540">{label}</span>
        {note !== undefined && <p className="t3">{note}</p>}
      </div>
      {children}
    </div>
  )
}
