import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { RecentImports } from '../importExport/RecentImports.tsx'
import { Button, ButtonLink } from '../../ui/fields/Button.tsx'
import { IconFileExport, IconFileImport } from '../../ui/icons.ts'
import { readServerSetting } from '../../lib/serverSetting.ts'
import css from './Settings.module.css'

/** Import and export. */
export function TransferTab() {
  return (
    <>
      <section className={`panel stack g10 top ${css.card}`}>
        <h3 className="w540">{texts.importTitle}</h3>
        <p className="t2">{texts.importLine}</p>
        <ButtonLink icon={IconFileImport} to="/settings/import">
          {texts.importButton}
        </ButtonLink>
        <RecentImports />
      </section>
      <section className={`panel stack g10 top ${css.card}`}>
        <h3 className="w540">{texts.exportTitle}</h3>
        <p className="t2">{texts.exportLine}</p>
        <Button icon={IconFileExport} onClick={() => openOverlay('export', {})}>
          {texts.exportButton}
        </Button>
      </section>
    </>
  )
}

/** Account deletion, and the export before it. */
export function DangerTab() {
  return (
    <section className={`panel stack g10 top ${css.card}`}>
      <h3 className="w540">{texts.dangerTitle}</h3>
      <p className="t2">{texts.dangerLine}</p>
      <div className={`flex wrap ${css.actions}`}>
        <Button icon={IconFileExport} onClick={() => openOverlay('export', {})}>
          {texts.exportFirst}
        </Button>
        <Button variant="danger" onClick={() => openOverlay('deleteAccount', {})}>
          {texts.deleteAccount}
        </Button>
      </div>
    </section>
  )
}

const names = texts.extensionBrowsers
type Browser = keyof typeof names
const isBrowser = (name: string): name is Browser => name in names

/** Offers the extension for each browser for which this server has it; nothing where it was not built. */
export function ExtensionFiles() {
  const browsers = readServerSetting('extension').split(' ').filter(isBrowser)
  if (browsers.length === 0) return null
  return (
    <section className={`panel stack g10 top ${css.card}`}>
      <h3 className="w540">{texts.extension}</h3>
      <p className="t2">{texts.extensionLine}</p>
      <ul className={`flex wrap ${css.actions}`}>
        {browsers.map(browser => (
          <li key={browser}>
            <a className={`acc w540 ${css.link}`} href={`/extension/nestmark-${browser}.zip`} download>
              {texts.extensionFor(names[browser])}
            </a>
          </li>
        ))}
      </ul>
      <p className="t3">{texts.extensionInstall}</p>
    </section>
  )
}
