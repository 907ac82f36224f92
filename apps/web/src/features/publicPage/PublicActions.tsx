import type { Collection } from '@nestmark/contract/shapes'
import { publicPageTexts as texts } from '@nestmark/texts/sharing/publicPage'
import { uiTexts } from '@nestmark/texts/ui'
import { copyText } from '../../lib/browser/copyText.ts'
import { usePhone } from '../../lib/media/media.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { useToken } from '../../lib/browser/token.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconCopy, IconFolderPlus, IconRss, IconShare } from '../../ui/icons.ts'
import { Menu } from '../../ui/menus/Menu.tsx'
import css from './PublicActions.module.css'
import { signUpToCopy } from './copyData.ts'

const copy = (text: string, copied: string) => copyText(text, { copied, duration: 3000 })

/** The actions on another person's public collection: copy it, follow it, share it. */
export function PublicActions({ folder }: { folder: Collection }) {
  const signedIn = useToken() !== null
  const phone = usePhone()
  const page = `${location.origin}/c/${folder._id}`
  const saveCopy = () =>
    signedIn ? openOverlay('copyCollection', { collection: folder }) : signUpToCopy(folder)
  return (
    <div className={css.actions}>
      <Button size="lg" variant="primary" icon={IconFolderPlus} className={css.main} onClick={saveCopy}>
        {texts.saveCopy}
      </Button>
      <div className="flex g8 mt8">
        <Menu
          label={texts.follow}
          items={() => [
            {
              label: texts.copyFeed,
              icon: IconCopy,
              run: () => void copy(`${page}/feed.xml`, texts.feedCopied),
            },
            folder.folder_count > 0 && {
              label: texts.copyFeedWithSub,
              icon: IconCopy,
              run: () => void copy(`${page}/feed.xml?include_sub=1`, texts.feedCopied),
            },
            'line',
            { label: texts.openAtom, icon: IconRss, href: `/c/${folder._id}/feed.xml` },
            { label: texts.openJson, icon: IconRss, href: `/c/${folder._id}/feed.json` },
          ]}
        >
          {trigger => (
            <Button {...trigger} icon={IconRss} className={css.second}>
              {texts.follow}
            </Button>
          )}
        </Menu>
        {phone && 'share' in navigator ? (
          <Button icon={IconShare} className={css.second} onClick={() => void sharePage(folder.name, page)}>
            {uiTexts.share}
          </Button>
        ) : (
          <Button icon={IconCopy} className={css.second} onClick={() => void copy(page, texts.linkCopied)}>
            {texts.copyLink}
          </Button>
        )}
      </div>
      <p className={`text13 t3 mt12 ${css.note}`}>
        {texts.copyNote(folder.owner_name ?? '')} {texts.alsoAs}{' '}
        <a href={`/c/${folder._id}/feed.xml`}>{texts.atom}</a>,{' '}
        <a href={`/c/${folder._id}/feed.json`}>{texts.json}</a> {texts.or}{' '}
        <a href={`/c/${folder._id}/bookmarks.html`}>{texts.bookmarks}</a>.
      </p>
    </div>
  )
}

async function sharePage(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // The user may close the system's dialog.
    if ((error as Error).name !== 'AbortError') await copy(url, texts.linkCopied)
  }
}
