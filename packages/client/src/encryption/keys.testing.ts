import { createMemoryStorage } from '../memoryStorage.testing.ts'
import { createTokenStore } from '../token.ts'
import { createKeyRing } from './keyRing.ts'
import { createKnownLinks } from './knownLinks.ts'
import { createOpenAnswer } from './openAnswer.ts'
import { createInputSealer } from './sealInput.ts'

/** Creates the keys of a device on which Ada is signed in, and what decrypts and encrypts with them. */
export function startKeys() {
  const [local, session] = [createMemoryStorage(), createMemoryStorage()]
  const storage = local.openTab()
  storage.setItem('me_id', 'ada')
  const openTab = () => {
    const tab = local.openTab()
    const token = createTokenStore(tab, () => undefined)
    return { token, ...createKeyRing({ local: tab, session: session.openTab(), token }) }
  }
  const token = createTokenStore(storage, () => undefined)
  token.set('a token')
  const keys = createKeyRing({ local: storage, session: session.openTab(), token })
  const known = createKnownLinks(keys.keyRing)
  return {
    ...keys,
    ...known,
    ...createInputSealer(keys.keyRing, known),
    token,
    storage,
    openTab,
    openAnswer: createOpenAnswer(keys.keyRing, known),
    texts: { local: local.texts, session: session.texts },
  }
}
