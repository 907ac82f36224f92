import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { memberKeysTexts } from '@nestmark/texts/encryption/memberKeys'
import { passkeyKeysTexts } from '@nestmark/texts/encryption/passkeyKeys'
import { useOperation } from '../../../lib/api/operations.ts'
import { formatDate } from '../../../lib/dates.ts'
import { type KeyLifetime, keyRing, type SavedKey, useKeys } from '../../../lib/encryption/keyRing.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import {
  IconFileDownload,
  IconFingerprint,
  IconKey,
  IconPassword,
  IconPrinter,
  IconRotate,
  IconTrash,
  IconUserPlus,
} from '../../../ui/icons.ts'
import type { MenuEntry } from '../../../ui/menus/Menu.tsx'
import { MoreMenu } from '../../../ui/menus/MoreMenu.tsx'
import { Select, type SelectOption } from '../../../ui/menus/Select.tsx'
import css from './EncryptionKeysTab.module.css'
import { downloadKeys } from './keyFiles.ts'
import passkeyCss from '../passkeys/passkeys.module.css'
import { startRotation } from '../tasks/rotation.ts'
import { useNameOf, usePathOf, useShared } from './useNameOf.ts'
import { changePasskeyKeys } from '../passkeys/passkeyKeys.ts'
import { usePasskeyKeys } from '../passkeys/usePasskeyKeys.ts'
import { usePasskeyTask } from '../passkeys/usePasskeyTask.ts'

const texts = encryptionTexts.keys

const lifetimes: readonly SelectOption<KeyLifetime>[] = [
  { value: 0, label: encryptionTexts.session },
  { value: 1, label: encryptionTexts.untilLogout },
]

/** A key of this browser: where it belongs, how long it is stored, and what can be done with it. */
export function KeyRow({
  saved,
  count,
  isInPasskey,
}: {
  saved: SavedKey
  count: number | undefined
  /** A passkey of the person opens it. */
  isInPasskey: boolean
}) {
  const path = usePathOf(saved.parent)
  const isOwner = path !== undefined
  const shared = useShared(saved.parent, !isOwner)
  const name = useNameOf(saved.parent) ?? shared?.name ?? saved.label
  const { data } = useOperation(getFolderKeys, { folder_id: saved.parent }, { quiet: true, enabled: isOwner })
  const removeFromPasskey = useRemoveFromPasskey(saved.kid)
  const keys = useKeys()
  // A previous key with which links are still encrypted: its replacement was interrupted.
  const isPrevious = data?.former_keys.some(each => each.key_id === saved.kid) ?? false
  const newer = isPrevious ? findPresentKey(keys, saved.parent, data?.enc_id) : undefined
  const isPresent = isOwner && !isPrevious
  return (
    <li className={css.row}>
      <span className={`centre acc ${css.egg}`} aria-hidden="true">
        <IconKey className="i" />
      </span>
      <div className="min0 anywhere">
        <p className="w560" dir="auto">
          {saved.label}
          {isInPasskey && (
            <span className={`inline g4 acc ${passkeyCss.badge}`}>
              <IconFingerprint className="i s12" />
              {passkeyKeysTexts.badge}
            </span>
          )}
        </p>
        <p className="t3" dir="auto">
          {isOwner
            ? texts.collection(path, count)
            : shared
              ? texts.sharedBy(shared.name, shared.owner)
              : texts.unknownCollection}
        </p>
        {newer && (
          <p className={css.interrupted}>
            {texts.interrupted}{' '}
            <Button
              size="sm"
              variant="ghost"
              onClick={() => startRotation(saved, { to: newer.kid, name, total: count })}
            >
              {texts.continue}
            </Button>
          </p>
        )}
      </div>
      <span className={`t2 nw ${css.since}`}>
        <span className="sr">{texts.sinceDate('')}</span>
        {formatDate(saved.since)}
      </span>
      <Select
        className={css.lifetime}
        label={texts.lifetimeOf(saved.label)}
        options={lifetimes}
        value={saved.lifetime}
        onChange={lifetime => keyRing.setLifetime(saved, lifetime)}
      />
      <MoreMenu
        label={texts.actionsOf(saved.label)}
        items={() => listEntries(saved, { name, isPresent, isInPasskey, removeFromPasskey })}
      />
    </li>
  )
}

/** @param isPresent the key is the present one of a collection of the person */
function listEntries(
  saved: SavedKey,
  {
    name,
    isPresent,
    isInPasskey,
    removeFromPasskey,
  }: {
    name: string
    isPresent: boolean
    isInPasskey: boolean
    removeFromPasskey: (() => void) | undefined
  },
): MenuEntry[] {
  return [
    {
      label: texts.download,
      icon: IconFileDownload,
      run: () => void downloadKeys([saved], name),
    },
    { label: texts.sheet, icon: IconPrinter, run: () => openOverlay('recoverySheet', { keys: [saved] }) },
    removeFromPasskey !== undefined && {
      label: passkeyKeysTexts.removeKey,
      icon: IconFingerprint,
      run: removeFromPasskey,
    },
    isPresent && 'line',
    isPresent && {
      label: texts.changeSecret,
      icon: IconPassword,
      run: () => openOverlay('changeSecret', { saved }),
    },
    isPresent && {
      label: texts.newKey,
      icon: IconRotate,
      run: () => openOverlay('newCollectionKey', { saved }),
    },
    isPresent && {
      label: memberKeysTexts.giveToMember,
      icon: IconUserPlus,
      run: () => openOverlay('memberKeys', { collectionId: saved.parent, name }),
    },
    'line',
    {
      label: texts.remove,
      icon: IconTrash,
      danger: true,
      run: () => remove(saved, isInPasskey),
    },
  ]
}

/** Removes a key: without a question where a passkey opens it again. */
function remove(saved: SavedKey, isInPasskey: boolean): void {
  const run = () => {
    keyRing.remove(saved)
    toast({
      title: encryptionTexts.keyRemoved,
      ...(isInPasskey && {
        line: passkeyKeysTexts.stillOpens,
        undo: () => keyRing.save([saved], saved.lifetime, saved.since),
      }),
    })
  }
  if (isInPasskey) return run()
  openOverlay('confirm', {
    title: texts.removeAsk(saved.label),
    body: texts.removeLine,
    confirm: texts.removeButton,
    danger: true,
    run,
  })
}

/** Returns the present key of a collection. Another one may have been made and not given to the collection. */
function findPresentKey(
  keys: readonly SavedKey[],
  collectionId: string,
  value: string | null | undefined,
): SavedKey | undefined {
  const kid = value ? readKeyId(value) : null
  return keys.find(key => key.parent === collectionId && key.kid === kid)
}

/**
 * Returns a function that removes a key from a passkey, which it asks for; undefined where no passkey of this page opens
 * the key. The key stays in the browser.
 */
function useRemoveFromPasskey(kid: string): (() => void) | undefined {
  const known = usePasskeyKeys()
  const { run } = usePasskeyTask(known, title => toast({ tone: 'danger', title }))
  const records = known?.passkeys.filter(each => each.key_ids.includes(kid)) ?? []
  if (known?.siteId == null || records.length === 0) return undefined
  return () =>
    void run(records, async question => {
      await changePasskeyKeys(question, { remove: [kid] })
      toast({
        title: passkeyKeysTexts.keyRemoved,
        ...(records.length > 1 && { line: passkeyKeysTexts.othersOpen }),
      })
    })
}
