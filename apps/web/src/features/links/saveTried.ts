import { oneClickSave } from '@nestmark/contract/links'
import { isTransient } from '@nestmark/client/refusals'
import { linksTexts as texts } from '@nestmark/texts/links'
import { client, Refusal } from '../../lib/api/client.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { stored } from '../../lib/storage.ts'
import { toast } from '../../lib/toasts.ts'

/** A link that a visitor tried on the home page (`apps/site/src/client/triedQueue.ts`). */
interface TriedLink {
  url: string
  /** The idempotency key. */
  key: string
}

const readTried = (): TriedLink[] => stored.read<TriedLink[]>('tried_links') ?? []

/** Saves the links that this person tried on the home page before signing up, each once. */
export async function saveTried(): Promise<void> {
  let saved = 0
  for (const { url, key } of readTried()) {
    try {
      await client.call(oneClickSave, { url, tags: [] }, { idempotencyKey: key })
      saved++
    } catch (error) {
      // They are saved at the next visit. A refused one, as on a full plan, is not tried again.
      if (!(error instanceof Refusal) || isTransient(error)) break
    }
    const rest = readTried().filter(each => each.key !== key)
    if (rest.length > 0) stored.write('tried_links', rest)
    else stored.remove('tried_links')
  }
  if (saved === 0) return
  toast({ title: texts.triedSaved(saved) })
  await refresh(oneClickSave.touches)
}
