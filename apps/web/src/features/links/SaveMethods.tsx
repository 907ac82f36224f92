import { addLinkTexts as texts } from '@nestmark/texts/links/addLink'
import { uiTexts } from '@nestmark/texts/ui'
import { installOffer } from '../../lib/browser/install.ts'
import { isInstalled } from '../../lib/browser/storage.ts'
import { usePhone } from '../../lib/media/media.ts'
import { useStore } from '../../lib/store.ts'
import { copyText } from '../../lib/browser/copyText.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { IconCopy, IconDeviceMobileDown } from '../../ui/icons.ts'
import { buildBookmarklet } from '@nestmark/core/addresses/bookmarklet'
import { BookmarkletLink } from './BookmarkletLink.tsx'
import css from './SaveMethods.module.css'

/** Explains how to save a page without opening Nestmark first: with the bookmarklet or the installed app. */
export default function SaveMethods({ onClose }: { onClose: () => void }) {
  const phone = usePhone()
  const bookmark = <Bookmarklet key="bookmark" />
  const app = <InstalledApp key="app" />
  return (
    <Dialog
      title={texts.ways}
      size={520}
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <p className="t2">{texts.waysLine}</p>
      {phone ? [app, bookmark] : [bookmark, app]}
    </Dialog>
  )
}

function Bookmarklet() {
  const copy = () => copyText(buildBookmarklet(location.origin), { ...texts, duration: 6000 })
  return (
    <section className={`stack g10 t2 ${css.method}`}>
      <h3 className="h2">{texts.bookmarklet}</h3>
      <p>{texts.bookmarkletLine}</p>
      <p>
        <BookmarkletLink />
      </p>
      <p className="t3">{texts.bookmarkletKeys}</p>
      <Button size="sm" icon={IconCopy} onClick={() => void copy()}>
        {texts.copyAddress}
      </Button>
    </section>
  )
}

function InstalledApp() {
  const offer = useStore(installOffer)
  return (
    <section className={`stack g10 t2 ${css.method}`}>
      <h3 className="h2">{texts.app}</h3>
      <p>{isInstalled() ? texts.installed : texts.appLine}</p>
      {offer && (
        <Button icon={IconDeviceMobileDown} onClick={() => void offer.prompt()}>
          {texts.install}
        </Button>
      )}
    </section>
  )
}
