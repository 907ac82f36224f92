import { oneClickSave } from '@nestmark/contract/links/links'
import { isTransient } from '@nestmark/client/refusals'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { client, Refusal } from '../../lib/api/client.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { stored } from '../../lib/browser/storage.ts'
import { toast } from '../../lib/toasts.ts'

/** A link that a visitor tried on the home page (`apps/site/src/client/trying.ts`). */
interface TriedLink {
  url: string
  /** The idempotency key. */
  key: string
}

/** How long the page says that links were refused, in milliseconds. */
const refusalDuration = 8000

const readTried = (): TriedLink[] => stored.read<TriedLink[]>('tried_links') ?? []

/** Saves the links that this person tried on the home page before signing up, each once. Says why one is refused. */
export async function saveTried(): Promise<void> {
  let saved = 0
  const refusals: string[] = []
  for (const { url, key } of readTried()) {
    try {
      await client.call(oneClickSave, { url, tags: [] }, { idempotencyKey: key })
      saved++
    } catch (error) {
      // They are saved at the next visit. A refused one, as on a full plan, is not tried again.
      if (!(error instanceof Refusal) || isTransient(error)) break
      refusals.push(error.message)
    }
    const rest = readTried().filter(each => each.key !== key)
    if (rest.length > 0) stored.write('tried_links', rest)
    else stored.remove('tried_links')
  }
  if (refusals.length > 0)
    toast({
      title: texts.triedRefused(refusals.length),
      line: refusals[0] ?? '',
      tone: 'danger',
      duration: refusalDuration,
    })
  if (saved === 0) return
  toast({ title: texts.triedSaved(saved) })
  await refresh(oneClickSave.touches)
}
