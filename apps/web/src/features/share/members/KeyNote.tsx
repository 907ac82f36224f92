import type { Collection } from '@nestmark/contract/shapes'
import { readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { shareTexts } from '@nestmark/texts/sharing/share'
import { useKeys } from '../../../lib/encryption/keyRing.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconDownload, IconKey } from '../../../ui/icons.ts'
import { formatCollectionName } from '../../collections/data.ts'
import type { Permissions } from '../data.ts'
import css from './KeyNote.module.css'
import { computeEffectiveAccess } from './effectiveAccess.ts'

const texts = shareTexts.key

/** The collection of a share dialog. */
export type SharedCollection = Pick<Collection, '_id' | 'name' | 'is_root' | 'is_encrypted' | 'enc_id'>

/** Says that access to an encrypted collection needs its key too, and how people get it. */
export function KeyNote({
  collection,
  permissions,
}: {
  collection: SharedCollection
  permissions: Permissions
}) {
  const { enc_id } = collection
  const kid = enc_id === undefined ? undefined : readKeyId(enc_id)
  const saved = useKeys().find(key => key.kid === kid)
  const notes = collection.is_encrypted === 1 ? listKeyNotes(permissions) : []
  if (notes.length === 0) return null
  const name = formatCollectionName(collection)
  const download = async () => {
    const { downloadKeys } = await import('../../encryption/keys/keyFiles.ts')
    if (saved) await downloadKeys([saved], name)
  }
  return (
    <section className={`stack g8 t2 ${css.note}`} aria-label={texts.title}>
      <p className="row g8 t1 w540">
        <IconKey className="i s16" />
        {texts.title}
      </p>
      {notes.map(note => (
        <p key={note}>{note}</p>
      ))}
      {notes.includes(texts.members) && (
        <div className="flex wrap g8">
          <Button
            size="sm"
            icon={IconKey}
            onClick={() => openOverlay('memberKeys', { collectionId: collection._id, name })}
          >
            {texts.give}
          </Button>
          {saved && (
            <Button size="sm" variant="ghost" icon={IconDownload} onClick={() => void download()}>
              {texts.file}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** Returns why access to an encrypted collection is not enough; empty where it is shared with no one. */
export function listKeyNotes(permissions: Permissions): string[] {
  const { publicThrough, people, invited } = computeEffectiveAccess(permissions)
  // A chosen team may still be empty.
  const hasMembers = people.length + invited.length > 0 || permissions.read === 1 || permissions.write === 1
  return [
    ...(hasMembers ? [shareTexts.key.members] : []),
    ...(publicThrough === null ? [] : [shareTexts.key.visitors]),
  ]
}
