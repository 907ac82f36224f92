import { getKeyPair, listGivenKeys } from '@nestmark/contract/encryption/encryptionKeys'
import { memberKeysTexts as texts } from '@nestmark/texts/encryption/memberKeys'
import { useOperation } from '../../../lib/api/operations.ts'
import { formatDate } from '../../../lib/dates.ts'
import { isSameKey, useKeys } from '../../../lib/encryption/keyRing.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconKey, IconLockOpen, IconUsers } from '../../../ui/icons.ts'
import css from './members.module.css'
import { type GivenKey, useOpenGivenKey } from './useOpenGivenKey.ts'

/** The key pair of the signed-in person, and the keys that owners have given them. */
export function KeyPairCard() {
  const { data: pair } = useOperation(getKeyPair, {}, { quiet: true })
  const { data: given } = useOperation(listGivenKeys, {}, { quiet: true })
  if (pair === undefined) return null
  return (
    <section className={`stack g10 top panel ${css.card}`} aria-label={texts.pair}>
      <h3 className={`row g8 ${css.title}`}>
        <IconUsers className="i s18" />
        {texts.pair}
      </h3>
      {pair === null ? (
        <>
          <p className="t2">{texts.pairLine}</p>
          <Button icon={IconKey} onClick={() => openOverlay('makeKeyPair', {})}>
            {texts.make}
          </Button>
        </>
      ) : (
        <div className="row wrap g10">
          <p className="t2">{texts.pairMade(formatDate(pair.changed))}</p>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => openOverlay('makeKeyPair', { replaces: pair.public_key })}
          >
            {texts.replace}
          </Button>
        </div>
      )}
      {given && given.keys.length > 0 && (
        <>
          <h4>{texts.received}</h4>
          <ul className={css.list}>
            {given.keys.map(key => (
              <GivenKeyRow key={`${key.folder_id} ${key.key_id}`} given={key} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function GivenKeyRow({ given }: { given: GivenKey }) {
  const isHere = useKeys().some(key => isSameKey(key, { parent: given.folder_id, kid: given.key_id }))
  const open = useOpenGivenKey(given)
  return (
    <li className={`row g12 ${css.person}`}>
      <div className="grow">
        <p className="w540" dir="auto">
          {given.folder_name}
        </p>
        <p className="t3">{texts.receivedFrom(given.giver.name, formatDate(given.create_date))}</p>
      </div>
      {isHere ? (
        <span className={`inline w540 f12 ${css.has}`}>
          <IconLockOpen className="i s12" />
          {texts.openedHere}
        </span>
      ) : (
        <Button size="sm" onClick={() => open()}>
          {texts.openKey}
        </Button>
      )}
    </li>
  )
}
