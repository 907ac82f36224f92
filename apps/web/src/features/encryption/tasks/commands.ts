import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { isEncryptedPlace } from '../../../lib/encryption/entering.ts'
import { showError } from '../../../lib/api/showError.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { openAnswer } from '../../../lib/encryption/openAnswer.ts'
import { isLocked, keyOfLink } from '@nestmark/client/encryption/sealedLink'
import { quoted } from '@nestmark/texts/quoted'
import type { Place, Plan, Run, Target } from '../../../lib/encryption/targets.ts'
import { closeOverlay, isOverlayOpen, openOverlay, openWithKey } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { quietRun, type RunOptions, startRunner } from '../../../lib/encryption/runner.ts'

const refuse = (title: string) => void toast({ tone: 'danger', title })

/**
 * Returns whether a person may encrypt a link here. Only the owner chooses the first key of a collection; a member needs
 * its key in this browser.
 */
export const canEncrypt = (link: Pick<Link, 'can' | 'parent'>): boolean =>
  link.can.edit && (link.can.share || keyRing.hasKeyOf(link.parent))

/** Encryption needs WebCrypto, which browsers have on https and on localhost only. */
function isSecure(): boolean {
  if (globalThis.isSecureContext && globalThis.crypto?.subtle !== undefined) return true
  refuse(texts.errors.insecure)
  return false
}

/** Returns the name of a target for the progress and its end. */
const nameTarget = (target: Target): string =>
  'links' in target ? texts.countLinks(target.links.length) : quoted(target.collection.name)

/**
 * Encrypts a target. With a matching key it runs without a question; otherwise it asks for the missing key first
 * (ENC-01).
 */
export async function encrypt(target: Target, onDone?: () => void): Promise<void> {
  if (!isSecure()) return
  if ('links' in target && target.links.some(link => link.enc === 1)) return refuse(texts.errors.again)
  const planned = planEncryption(target)
  const ask = () => openWithKey('encrypt', { target, plan: planned, onDone })
  // A collection that has no key is asked for one at once, while the keys of those inside are read.
  const asked = 'collection' in target && !isEncryptedPlace(target.collection._id) ? ask() : null
  const stopAsking = () => asked !== null && closeOverlay(asked)
  try {
    const plan = await planned
    if (asked !== null && !isOverlayOpen(asked)) return
    const locked = plan.places.find(({ kid }) => kid !== null && keyRing.find(kid) === undefined)
    if (!locked && plan.missing.length > 0) {
      const { areOwn } = await import('./subtree.ts')
      if (await areOwn(plan.missing.map(({ id }) => id))) return void (asked ?? ask())
      stopAsking()
      return refuse(texts.errors.notOwner)
    }
    stopAsking()
    if (locked)
      return openOverlay('unlock', {
        collectionId: locked.id,
        kid: locked.kid ?? undefined,
        onDone: () => void encrypt(target, onDone),
      })
    startRun({ kind: 'encrypt', target: plan.target, places: plan.places, onDone })
  } catch (error) {
    stopAsking()
    showError(error)
  }
}

/** Returns the number of encrypted links of collections, without the trash. */
const countEncrypted = (places: readonly Place[]): number =>
  places.flatMap(place => place.links).reduce((sum, { count, trashed }) => sum + count - trashed, 0)

async function planEncryption(target: Target): Promise<Plan> {
  const { readPlaces, readSubtree } = await import('./places.ts')
  const places =
    'links' in target
      ? await readPlaces([...new Set(target.links.map(link => link.parent))])
      : await readSubtree(target.collection._id)
  const missing = places.filter(({ enc_id: value }) => value === null)
  if ('links' in target) return { target, places, missing }
  const { countLinks } = await import('./subtree.ts')
  const total = (await countLinks(places.map(({ id }) => id))) - countEncrypted(places)
  return { target: { ...target, total: Math.max(0, total) }, places, missing }
}

/** Decrypts a target. Asks for the keys that are missing (ENC-03). */
export async function decrypt(target: Target, onDone?: () => void): Promise<void> {
  if (!isSecure()) return
  if ('collection' in target) return decryptCollection(target, onDone)
  if (target.links.some(link => link.enc === 0)) return refuse(texts.errors.onlyEncrypted)
  const locked = target.links.find(link => isLocked(link))
  if (locked)
    return askForKeyOf(locked, {
      decrypts: true,
      // The links as they are after the key was opened.
      onDone: async () => decrypt({ links: await openAnswer([...target.links]) }, onDone),
    })
  startRun({ kind: 'decrypt', target, places: [], onDone })
}

async function decryptCollection(
  target: Extract<Target, { collection: unknown }>,
  onDone?: () => void,
): Promise<void> {
  const { readSubtree } = await import('./places.ts')
  try {
    const places = await readSubtree(target.collection._id)
    const used = places.flatMap(place => place.links.map(({ key_id: kid }) => ({ id: place.id, kid })))
    if (used.length === 0) return refuse(texts.errors.nothingEncrypted)
    const locked = used.find(({ kid }) => keyRing.find(kid) === undefined)
    if (locked)
      return openOverlay('unlock', {
        collectionId: locked.id,
        kid: locked.kid,
        decrypts: true,
        onDone: () => void decryptCollection(target, onDone),
      })
    openOverlay('confirm', {
      title: texts.decryptCollectionAsk(target.collection.name),
      body: texts.decryptLine,
      confirm: texts.decrypt,
      run: () =>
        startRun({ kind: 'decrypt', target: { ...target, total: countEncrypted(places) }, places, onDone }),
    })
  } catch (error) {
    showError(error)
  }
}

/** Runs immediately where it is one batch without files; a longer run shows its progress and can be stopped. */
export function startRun(run: Run): void {
  const { target } = run
  if (
    !('links' in target) ||
    target.links.length > limits.encryptedPerCall ||
    target.links.some(link => link.isFile === 1)
  )
    return openOverlay('encryptionRun', {
      runner: startRunner(
        options => runTarget(run, options),
        done => finishRun(run, done),
      ),
      kind: run.kind,
      name: nameTarget(target),
      total: 'links' in target ? target.links.length : target.total,
    })
  runTarget(run, quietRun())
    .then(done => finishRun(run, done))
    .catch(showError)
}

/** Encrypts or decrypts. @throws Refusal */
async function runTarget({ kind, target, places }: Run, options: RunOptions): Promise<number> {
  const { decryptTarget, encryptTarget } = await import('./runs.ts')
  return kind === 'encrypt' ? encryptTarget(target, places, options) : decryptTarget(target, options)
}

/** Shows what a finished run has done (ENC-09). */
function finishRun({ kind, onDone }: Run, done: number): void {
  if (done === 0) return refuse(texts.errors.nothingToEncrypt)
  toast({ title: kind === 'encrypt' ? texts.linksEncrypted(done) : texts.linksDecrypted(done) })
  onDone?.()
}

/** Opens the prompt for the key of a link. */
export function unlockLink(link: Link, onDone?: () => void): void {
  if (isSecure()) askForKeyOf(link, { onDone })
}

/** Asks for the key of a link, where encryption is possible. */
export function askForKeyOf(
  link: Link,
  more: { decrypts?: true; onDone: (() => unknown) | undefined },
): void {
  openOverlay('unlock', { collectionId: link.parent, kid: keyOfLink(link) ?? undefined, ...more })
}
