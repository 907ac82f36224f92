import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import type { Collection } from '@nestmark/contract/shapes'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { memberKeysTexts } from '@nestmark/texts/encryption/memberKeys'
import { useOperation } from '../../../lib/api/operations.ts'
import { keyRing, type SavedKey, useKeys } from '../../../lib/encryption/keyRing.ts'
import { focusPage, openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconLock, IconLockOpen, IconUsers } from '../../../ui/icons.ts'
import { formatCollectionName } from '../../collections/data.ts'
import css from '../encryption.module.css'
import { LockedBar } from '../LockedBar.tsx'
import { PlainLeft } from '../dialogs/PlainLeft.tsx'
import { TagsLeft } from '../dialogs/TagsLeft.tsx'

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
