import { settingsTexts as texts } from '@nestmark/texts/settings'
import { openOverlay } from '../../lib/overlay.ts'
import { Button } from '../../ui/Button.tsx'
import { IconFileExport, IconFileImport } from '../../ui/icons.ts'
import { accountsUrl } from '../session/signIn.ts'
import css from './Settings.module.css'

/** Import and export. */
export function TransferTab() {
  return (
    <>
      <section className={css.card}>
        <h3 className={css.strong}>{texts.importTitle}</h3>
        <p className="t2">{texts.importLine}</p>
        <Button icon={IconFileImport} onClick={() => openOverlay('import', {})}>
          {texts.importButton}
        </Button>
      </section>
      <section className={css.card}>
        <h3 className={css.strong}>{texts.exportTitle}</h3>
        <p className="t2">{texts.exportLine}</p>
        <Button icon={IconFileExport} onClick={() => openOverlay('export', {})}>
          {texts.exportButton}
        </Button>
      </section>
    </>
  )
}

/**
 * Account deletion: asks for confirmation here and continues on the sign-in site, which requires proof of
 * identity.
 */
export function DangerTab() {
  const confirmDelete = () =>
    openOverlay('confirm', {
      title: texts.deleteAsk,
      body: texts.dangerLine,
      confirm: texts.deleteGo,
      danger: true,
      run: () => location.assign(`${accountsUrl()}/profile`),
    })
  return (
    <section className={css.card}>
      <h3 className={css.strong}>{texts.dangerTitle}</h3>
      <p className="t2">{texts.dangerLine}</p>
      <div className={css.actions}>
        <Button icon={IconFileExport} onClick={() => openOverlay('export', {})}>
          {texts.exportFirst}
        </Button>
        <Button variant="danger" onClick={confirmDelete}>
          {texts.deleteAccount}
        </Button>
      </div>
    </section>
  )
}
