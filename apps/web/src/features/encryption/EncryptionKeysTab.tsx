import { countEncryptedLinks, getFolderKeys } from '@nestmark/contract/encryption'
import { readKeyId } from '@nestmark/encryption/validationValue'
import { encryptionTexts } from '@nestmark/texts/encryption'
import { useOperation } from '../../lib/api/operations.ts'
import { formatDate } from '../../lib/dates.ts'
import { type KeyLifetime, keyRing, type SavedKey, toSavedId, useKeys } from '../../lib/encryption/keyRing.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { fieldCss } from '../../ui/Field.tsx'
import {
  IconDots,
  IconFileDownload,
  IconFileUpload,
  IconKey,
  IconPassword,
  IconPrinter,
  IconRotate,
  IconTrash,
} from '../../ui/icons.ts'
import { Menu, type MenuEntry } from '../../ui/Menu.tsx'
import css from './EncryptionKeysTab.module.css'
import { downloadKeys } from './keyFiles.ts'
import { KeyPairCard } from './members/KeyPairCard.tsx'
import { startRotation } from './rotation.ts'
import { EncryptedTransfer } from './transfer/EncryptedTransfer.tsx'
import { useNameOf, usePathOf, useShared } from './useNameOf.ts'

const texts = encryptionTexts.keys

/** Lists the keys of this browser: how long each is kept, its file and sheet, its secret, and a new key in its place. */
export function EncryptionKeysTab() {
  const keys = useKeys()
  const { data } = useOperation(countEncryptedLinks, {}, { quiet: true, enabled: keys.length > 0 })
  const counts = new Map(data?.keys.map(({ key_id: kid, count }) => [kid, count]))
  const upload = (
    <Button icon={IconFileUpload} onClick={() => openOverlay('uploadKeys', {})}>
      {texts.upload}
    </Button>
  )
  if (keys.length === 0)
    return (
      <>
        <EmptyState icon={IconKey} level={3} title={texts.none} line={texts.noneLine}>
          {upload}
        </EmptyState>
        <KeyPairCard />
        <EncryptedTransfer />
      </>
    )
  return (
    <>
      <div className={css.actions}>
        {upload}
        <Button
          variant="primary"
          icon={IconFileDownload}
          onClick={() => void downloadKeys(keys, encryptionTexts.allCollections)}
        >
          {texts.downloadAll}
        </Button>
      </div>
      <section className={css.card} aria-label={texts.list}>
        <div className={css.head} aria-hidden="true">
          <span />
          <span>{texts.keyAndCollection}</span>
          <span>{texts.since}</span>
          <span>{texts.keptHere}</span>
          <span />
        </div>
        <ul>
          {keys.map(key => (
            <KeyRow key={toSavedId(key)} saved={key} count={data ? (counts.get(key.kid) ?? 0) : undefined} />
          ))}
        </ul>
      </section>
      <KeyPairCard />
      <section className={css.sheet}>
        <h3>
          <IconPrinter className="i s18" />
          {texts.sheetTitle}
        </h3>
        <p className="t2">{texts.sheetLine}</p>
        <Button icon={IconPrinter} onClick={() => openOverlay('recoverySheet', { keys })}>
          {texts.printSheet}
        </Button>
      </section>
      <EncryptedTransfer />
    </>
  )
}

function KeyRow({ saved, count }: { saved: SavedKey; count: number | undefined }) {
  const path = usePathOf(saved.parent)
  const isOwner = path !== undefined
  const shared = useShared(saved.parent, !isOwner)
  const name = useNameOf(saved.parent) ?? shared?.name ?? saved.label
  const { data } = useOperation(getFolderKeys, { folder_id: saved.parent }, { quiet: true, enabled: isOwner })
  const keys = useKeys()
  // A former key with which links are still encrypted: its replacement was interrupted.
  const isFormer = data?.former_keys.some(each => each.key_id === saved.kid) ?? false
  // A key that was made and not given to the collection is not the present one.
  const present = data?.enc_id ? readKeyId(data.enc_id) : null
  const newer = isFormer ? keys.find(key => key.parent === saved.parent && key.kid === present) : undefined
  const entries = (): MenuEntry[] => [
    {
      label: texts.download,
      icon: IconFileDownload,
      run: () => void downloadKeys([saved], name),
    },
    { label: texts.sheet, icon: IconPrinter, run: () => openOverlay('recoverySheet', { keys: [saved] }) },
    isOwner && !isFormer && 'line',
    isOwner &&
      !isFormer && {
        label: texts.changeSecret,
        icon: IconPassword,
        run: () => openOverlay('changeSecret', { saved }),
      },
    isOwner &&
      !isFormer && {
        label: texts.newKey,
        icon: IconRotate,
        run: () => openOverlay('newCollectionKey', { saved }),
      },
    'line',
    { label: texts.remove, icon: IconTrash, danger: true, run: () => askToRemove(saved) },
  ]
  return (
    <li className={css.row}>
      <span className={css.egg} aria-hidden="true">
        <IconKey className="i" />
      </span>
      <div className={css.name}>
        <p className={css.label} dir="auto">
          {saved.label}
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
              {texts.goOn}
            </Button>
          </p>
        )}
      </div>
      <span className={css.since}>
        <span className="sr">{texts.sinceDate('')}</span>
        {formatDate(saved.since)}
      </span>
      <select
        className={`${fieldCss.select} ${css.kept}`}
        aria-label={texts.keptOf(saved.label)}
        value={saved.kept}
        onChange={event => keyRing.setLifetime(saved, Number(event.currentTarget.value) as KeyLifetime)}
      >
        <option value={0}>{encryptionTexts.session}</option>
        <option value={1}>{encryptionTexts.untilLogout}</option>
      </select>
      <Menu label={texts.actionsOf(saved.label)} items={entries}>
        {trigger => <IconButton {...trigger} icon={IconDots} label={texts.actionsOf(saved.label)} />}
      </Menu>
    </li>
  )
}

function askToRemove(saved: SavedKey): void {
  openOverlay('confirm', {
    title: texts.removeAsk(saved.label),
    body: texts.removeLine,
    confirm: texts.removeButton,
    danger: true,
    run: () => {
      keyRing.remove(saved)
      toast({ title: encryptionTexts.keyRemoved })
    },
  })
}
