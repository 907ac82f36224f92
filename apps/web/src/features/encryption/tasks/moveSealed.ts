import { getLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { actionTexts } from '@nestmark/texts/actions'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { errorTexts } from '@nestmark/texts/errors'
import { hiddenTagsTexts } from '@nestmark/texts/encryption/hiddenTags'
import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { client } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { showError } from '../../../lib/api/showError.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { findSealedLink, openAnswer } from '../../../lib/encryption/openAnswer.ts'
import { isLocked, keyOfLink, type SealedLink } from '@nestmark/client/encryption/sealedLink'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast, undoDuration } from '../../../lib/toasts.ts'
import { askForKeyOf } from './commands.ts'
import { completeLinks } from './completeLinks.ts'
import { readPlace } from './places.ts'
import { quietRun } from '../../../lib/encryption/runner.ts'
import { encryptBatch, toBatches } from './batches.ts'

interface Move {
  ids: readonly string[]
  to: string
  /** Moves what needs no new encryption. */
  moveOthers: (ids: string[]) => void
  onMoved?: (() => void) | undefined
}

/**
 * Moves links, of which some are encrypted. Those of another key than that of the destination are encrypted again with it, in
 * the call that moves them (E10). Asks for the keys that are missing.
 */
export const moveSealedLinks = (move: Move): Promise<void> => moveAll(move).catch(showError)

async function moveAll(move: Move): Promise<void> {
  const { ids, to, moveOthers, onMoved } = move
  const target = await readPlace(to)
  const sealed = ids.flatMap(id => findSealedLink(id) ?? [])
  const hidesTags = (link: Link) => target.hide_tags === 1 && link.tags.length > 0
  const changing = sealed.filter(link => keyOfLink(link) !== target.kid || hidesTags(link))
  const others = ids.filter(id => changing.every(link => link._id !== id))
  if (changing.length === 0) return moveOthers(others)
  if (target.kid === null) {
    toast({ tone: 'danger', title: errorTexts['encryption.noKey'], line: texts.moveNeedsKey })
    return
  }
  const again = () => void moveSealedLinks(move)
  const key = await keyRing.open(target.kid)
  if (!key) return openOverlay('unlock', { collectionId: to, kid: target.kid, onDone: again })
  const opened = await openAnswer(await completeLinks(changing))
  const locked = opened.find(link => isLocked(link))
  if (locked) return askForKeyOf(locked, { onDone: again })
  if (others.length > 0) moveOthers(others)
  try {
    for (const [from, own] of Map.groupBy(opened, link => keyOfLink(link) ?? ''))
      for (const batch of toBatches(own))
        await encryptBatch(batch, key, quietRun(), { from_key: from, move_to: to, hidesTags })
  } finally {
    // A failed call may follow others that have moved links.
    await refresh(updateEnc.touches)
  }
  onMoved?.()
  if (opened.some(hidesTags))
    toast({ title: actionTexts.words.moveLinks.done(opened.length), line: hiddenTagsTexts.moved })
  else offerUndo(opened, move)
}

/** Offers to move the links back, where they are encrypted with the previous key again. */
function offerUndo(links: readonly SealedLink[], { moveOthers }: Move): void {
  const places = Map.groupBy(links, link => link.parent)
  toast({
    title: actionTexts.words.moveLinks.done(links.length),
    duration: undoDuration,
    action: {
      label: texts.undo,
      run: () => {
        for (const [to, own] of places) void moveBack(own, to, moveOthers)
      },
    },
  })
}

/** Moves links back. No list of the page may have them as they are now, so they are read again. */
async function moveBack(
  links: readonly SealedLink[],
  to: string,
  moveOthers: Move['moveOthers'],
): Promise<void> {
  try {
    for (const { _id: link_id } of links) await client.call(getLink, { link_id })
    await moveSealedLinks({ ids: links.map(link => link._id), to, moveOthers })
  } catch (error) {
    showError(error)
  }
}
