import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { askForKey, getKeyPair, listMemberKeys } from '@nestmark/contract/encryption/encryptionKeys'
import type { Output } from '@nestmark/contract/operation'
import { readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { memberKeysTexts as texts } from '@nestmark/texts/encryption/memberKeys'
import { useState } from 'react'
import type { KeyPair } from '@nestmark/encryption/keys/keyPair'
import { formatError } from '../../../lib/api/client.ts'
import { useOperation, useOperationMutation } from '../../../lib/api/operations.ts'
import { formatDate } from '../../../lib/dates.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconKey, IconLockOpen } from '../../../ui/icons.ts'
import { useMe } from '../../session/data.ts'
import css from './members.module.css'

/** The owner or a member of an encrypted collection. */
type PersonWithKeys = Output<typeof listMemberKeys>['people'][number]

/** A person who has a key pair. */
type MemberWithPair = PersonWithKeys & { public_key: string }

/** Lists who can read a collection, and who of them has its key. The owner gives it; members compare and ask. */
export default function MemberKeys({
  collectionId,
  name,
  onClose,
}: {
  collectionId: string
  name: string
  onClose: () => void
}) {
  const { data, error } = useOperation(listMemberKeys, { folder_id: collectionId })
  const me = useMe()
  const people = data?.people ?? []
  const own = people.find(person => person._id === me?.user_id)
  const present = usePresentKey(collectionId)
  const give = useGiving({ collectionId, name }, present, own)
  return (
    <Dialog title={texts.title(name)} icon={IconKey} onClose={onClose}>
      {!data && (
        <p className="t2" role={error ? 'alert' : 'status'}>
          {error ? formatError(error) : texts.loading}
        </p>
      )}
      {people.length === 1 && <p className="t2">{texts.alone}</p>}
      <ul className={css.list}>
        {people.map(person => (
          <Person
            key={person._id}
            person={person}
            own={own}
            hasKey={
              person === own
                ? keyRing.find(present.kid) !== undefined
                : person.type === 'owner' || person.given.includes(present.kid)
            }
            collection={{ collectionId, name }}
            onGive={give}
          />
        ))}
      </ul>
    </Dialog>
  )
}

/** Returns the present key of a collection, and how many links outside the trash it opens. */
function usePresentKey(collectionId: string): { kid: string; count: number } {
  const { data } = useOperation(getFolderKeys, { folder_id: collectionId }, { quiet: true })
  const kid = data?.enc_id ? readKeyId(data.enc_id) : ''
  const used = data?.links.find(each => each.key_id === kid)
  return { kid, count: used ? used.count - used.trashed : 0 }
}

interface PersonProps {
  person: PersonWithKeys
  own: PersonWithKeys | undefined
  hasKey: boolean
  collection: { collectionId: string; name: string }
  onGive: (member: MemberWithPair) => void
}

function Person(props: PersonProps) {
  const { person, own, hasKey } = props
  const isOwn = person === own
  const note =
    person.public_key === null
      ? texts.noPair
      : person.changed !== null && texts.pairSince(formatDate(person.changed))
  return (
    <li className={`row g12 ${css.person}`}>
      <Avatar name={person.name} />
      <div className="grow">
        <p className="w540" dir="auto">
          {isOwn ? texts.you(person.name) : person.name}
        </p>
        <p className="t3">{[texts.roles[person.type], note].filter(Boolean).join(' · ')}</p>
      </div>
      {hasKey && (
        <span className={`inline w540 f12 ${css.has}`}>
          <IconLockOpen className="i s12" />
          {texts.hasKey}
        </span>
      )}
      {isOwn ? person.public_key === null && <MakeButton /> : <PersonActions {...props} />}
    </li>
  )
}

const MakeButton = () => (
  <Button size="sm" onClick={() => openOverlay('makeKeyPair', {})}>
    {texts.make}
  </Button>
)

/** The owner gives the key or asks for a key pair; a member compares with the owner, and asks for the key. */
function PersonActions({ person, own, hasKey, collection: { collectionId, name }, onGive }: PersonProps) {
  const isOwner = own?.type === 'owner'
  const ask = useOperationMutation(askForKey, {
    onSuccess: () => toast({ title: isOwner ? texts.asked(person.name) : texts.requested(person.name) }),
  })
  if (!own || (!isOwner && person.type !== 'owner')) return null
  const { public_key: publicKey } = person
  const askFor = () => {
    if (!ask.isPending) ask.mutate({ folder_id: collectionId, person_id: person._id })
  }
  if (isOwner) {
    if (hasKey) return null
    return publicKey === null ? (
      <Button
        size="sm"
        variant="ghost"
        aria-label={texts.askFor(person.name)}
        aria-disabled={ask.isPending}
        onClick={askFor}
      >
        {texts.ask}
      </Button>
    ) : (
      <Button size="sm" onClick={() => onGive({ ...person, public_key: publicKey })}>
        {texts.give}
      </Button>
    )
  }
  const ownKey = own.public_key
  return (
    <>
      {publicKey !== null && ownKey !== null && (
        <Button
          size="sm"
          aria-label={texts.compareWith(person.name)}
          onClick={() =>
            openOverlay('compareKeys', {
              collection: { _id: collectionId, name },
              own: { id: own._id, publicKey: ownKey },
              person: { ...person, public_key: publicKey },
            })
          }
        >
          {texts.compare}
        </Button>
      )}
      {keyRing.get().every(key => key.parent !== collectionId) && (
        <Button size="sm" variant="ghost" aria-disabled={ask.isPending} onClick={askFor}>
          {texts.request}
        </Button>
      )}
    </>
  )
}

/**
 * Returns a function that gives a member the key: it asks for what is missing first, the key of the collection and the
 * passphrase. The open key pair is held in memory while the list is open, so that it is asked for once.
 */
function useGiving(
  { collectionId, name }: { collectionId: string; name: string },
  { kid, count }: { kid: string; count: number },
  own: PersonWithKeys | undefined,
): (person: MemberWithPair) => void {
  const [pair, setPair] = useState<KeyPair>()
  const { data: stored } = useOperation(getKeyPair, {}, { quiet: true })
  const compare = (person: MemberWithPair, open: KeyPair) => {
    setPair(open)
    openOverlay('compareKeys', {
      collection: { _id: collectionId, name },
      own: { id: own?._id ?? '', publicKey: open.publicKey },
      person,
      giving: { pair: open, kid, count },
    })
  }
  const give = (person: MemberWithPair): void => {
    if (kid === '') return
    if (!keyRing.find(kid)) return openOverlay('unlock', { collectionId, kid, onDone: () => give(person) })
    if (pair && pair.publicKey === stored?.public_key) return compare(person, pair)
    if (stored === null) return openOverlay('makeKeyPair', { onMade: open => compare(person, open) })
    openOverlay('openKeyPair', { onOpened: open => compare(person, open) })
  }
  return give
}
