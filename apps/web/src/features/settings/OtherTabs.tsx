import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { RecentImports } from '../importExport/RecentImports.tsx'
import { Button, ButtonLink } from '../../ui/fields/Button.tsx'
import { IconFileExport, IconFileImport } from '../../ui/icons.ts'
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
