import { findSaved, oneClickSave } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { truncateText } from '@nestmark/core/words/truncateText'
import { formatHostAndPath } from '@nestmark/core/addresses/url'
import { clipboardTexts as texts } from '@nestmark/texts/links/clipboard'
import { useRef } from 'react'
import { useLocation, useNavigate } from '../../../lib/router/location.ts'
import { client } from '../../../lib/api/client.ts'
import { useOperationMutation } from '../../../lib/api/operations.ts'
import { isEncryptedPlace } from '../../../lib/encryption/entering.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { randomKey } from '@nestmark/client/randomKey'
import { toast, undoDuration } from '../../../lib/toasts.ts'
import { toParentName } from '../../collections/data.ts'
import { useProposedCollection } from '../../collections/picker/useSavePlace.ts'
import { toMovable } from '../linkDisplay.ts'
import { pollScrapedData } from '../pollScrapedData.ts'
import { useSavedToast } from '../useSavedToast.ts'

/** The maximum length of an address in a toast, in characters. */
const maxAddress = 60

/**
 * Returns a function that saves an address immediately. The toast offers tags, a move and undo. An address that is
 * already saved is saved again only on request.
 * @param parent the collection of the page; otherwise the last used one
 * @param onSaved receives the saved link and shows it in place of the toast
 */
export function useOneClickSave(
  parent: string | undefined,
  onSaved?: (link: Link) => void,
): (url: string) => Promise<void> {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const key = useRef('')
  const parentId = useProposedCollection(parent)
  const showSaved = useSavedToast()

  const open = ({ _id }: Link) => void navigate(`/l/${_id}`, { state: { over: { pathname, search } } })
  const { mutate } = useOperationMutation(oneClickSave, {
    idempotencyKey: () => key.current,
    later: ({ url }) => ({ title: url }),
    onSuccess: saved => {
      void pollScrapedData(saved)
      if (onSaved) return onSaved(saved)
      const links = [toMovable(saved)]
      showSaved(saved, {
        address: truncateText(formatHostAndPath(saved.link), maxAddress),
        moreActions: [
          { label: texts.tag, run: () => openOverlay('tagLinks', { links }) },
          { label: texts.move, run: () => openOverlay('move', { links }) },
        ],
      })
    },
  })
  const save = (url: string) => {
    key.current = randomKey()
    mutate({ url, parent: parentId })
  }
  return async url => {
    // The address of a link that will be encrypted is not looked up.
    if (isEncryptedPlace(parentId)) return save(url)
    // Without a response it is unknown whether the address is saved, and the save is queued.
    const found = await client.call(findSaved, { link: url }).catch(() => undefined)
    const duplicate = found?.links[0]
    if (!duplicate) return save(url)
    toast({
      tone: 'info',
      title: texts.savedIn(toParentName(duplicate)),
      line: url,
      moreActions: [{ label: texts.saveAgain, run: () => save(url) }],
      action: { label: texts.open, run: () => open(duplicate) },
      duration: undoDuration,
    })
  }
}
