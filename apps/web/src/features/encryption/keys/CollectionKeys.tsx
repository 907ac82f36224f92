import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import type { Collection } from '@nestmark/contract/shapes'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { memberKeysTexts } from '@nestmark/texts/encryption/memberKeys'
import { useOperation } from '../../../lib/api/operations.ts'
import { keyRing, type SavedKey, useKeys } from '../../../lib/encryption/keyRing.ts'
import { focusPage, openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconLock, IconLockOpen, IconUsers, IconLockOff, IconHash } from '../../../ui/icons.ts'
import { formatCollectionName } from '../../collections/data.ts'
import css from '../encryption.module.css'
import { LockedBar } from '../LockedBar.tsx'
import { useTask } from '../../../ui/fields/useTask.ts'
import { NoticeBar } from '../NoticeBar.tsx'
import { hiddenTagsTexts } from '@nestmark/texts/encryption/hiddenTags'
import { moveTagsInside } from '../tasks/hideTags.ts'

/** Shows the keys of an encrypted collection, and unlocks what is locked. */
export default function CollectionKeys({ folder }: { folder: Collection }) {
  const keys = useKeys()
  const { data } = useOperation(
    getFolderKeys,
    { folder_id: folder._id },
    { enabled: folder.enc_id !== undefined, quiet: true },
  )
  if (folder.enc_id === undefined || !data) return null
  const used = data.links.flatMap(({ key_id: kid, count, trashed }) =>
    count > trashed ? { kid, count: count - trashed } : [],
  )
  const find = (kid: string): SavedKey | undefined =>
    keys.find(key => key.kid === kid && key.parent === folder._id) ?? keys.find(key => key.kid === kid)
  const missing = used.filter(({ kid }) => find(kid) === undefined)
  const open = used.flatMap(({ kid }) => find(kid) ?? [])
  const lockedCount = missing.reduce((sum, { count }) => sum + count, 0)
  const plainCount = folder.links_count - used.reduce((sum, { count }) => sum + count, 0)
  const members = (
    <Button
      size="sm"
      variant="ghost"
      icon={IconUsers}
      onClick={() =>
        openOverlay('memberKeys', { collectionId: folder._id, name: formatCollectionName(folder) })
      }
    >
      {memberKeysTexts.open}
    </Button>
  )
  const lock = () => {
    keyRing.clear()
    // The button is removed.
    focusPage()
    toast({ tone: 'info', title: texts.locked })
  }
  return (
    <>
      {open.length > 0 && (
        <div className={`row wrap g8 ${css.chips}`}>
          {open.map(key => (
            <span key={key.kid} className={`inline g6 w540 ${css.chip}`}>
              <IconLockOpen className="i s14" />
              <span className="el" dir="auto">
                {key.label}
              </span>
              <span className={css.chipLifetime}>{texts.lifetimes[key.lifetime]}</span>
            </span>
          ))}
          {missing.map(({ kid }) => (
            <span key={kid} className={`inline g6 w540 ${css.chip}`} data-missing>
              <IconLock className="i s14" />
              {texts.keyMissing}
            </span>
          ))}
          <Button size="sm" variant="ghost" onClick={lock}>
            {texts.lockNow}
          </Button>
          {members}
        </div>
      )}
      {data.hide_tags === 1 && data.tagged > 0 && folder.can.share && (
        <TagsLeft folder={folder} count={data.tagged} />
      )}
      {plainCount > 0 && folder.can.add && <PlainLeft folder={folder} count={plainCount} />}
      {missing.length > 0 && (
        <LockedBar folder={folder} kids={missing.map(({ kid }) => kid)} lockedCount={lockedCount}>
          {open.length === 0 && members}
        </LockedBar>
      )}
    </>
  )
}

/** Shows how many links of an encrypted collection are in plain text, and encrypts them. */
function PlainLeft({ folder, count }: { folder: Collection; count: number }) {
  const { busy, run } = useTask()
  const encrypt = () =>
    run(async () => {
      const { encryptPlainLinks } = await import('../tasks/encryptPlainLinks.ts')
      await encryptPlainLinks(folder._id)
    })
  return (
    <NoticeBar
      label={texts.isPlain}
      icon={IconLockOff}
      title={texts.plainLeft(count)}
      line={texts.plainLeftLine(count)}
    >
      <Button size="sm" icon={IconLock} aria-disabled={busy} onClick={() => void encrypt()}>
        {texts.encryptCount(count)}
      </Button>
    </NoticeBar>
  )
}

/** Shows how many encrypted links have tags although their collection hides them, and continues to move these inside. */
function TagsLeft({ folder, count }: { folder: Collection; count: number }) {
  return (
    <NoticeBar
      label={hiddenTagsTexts.option}
      icon={IconHash}
      title={hiddenTagsTexts.left(count)}
      line={hiddenTagsTexts.leftLine}
    >
      <Button
        size="sm"
        onClick={() => void moveTagsInside({ _id: folder._id, name: formatCollectionName(folder) })}
      >
        {hiddenTagsTexts.continue}
      </Button>
    </NoticeBar>
  )
}
