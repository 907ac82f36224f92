import type { BrokenLink } from '@nestmark/contract/brokenLinks'
import { trashLinks } from '@nestmark/contract/links'
import { brokenLinkTexts as texts } from '@nestmark/texts/brokenLinks'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { toastAction } from '../../lib/undo/actions.ts'

/** Moves broken links to the trash, with the sentence of the specification and an undo button. */
export function useTrashLinks(): (links: readonly BrokenLink[]) => Promise<unknown> {
  const { mutateAsync } = useOperationMutation(trashLinks)
  return async links => {
    const answer = await mutateAsync({ linkIdArr: links.map(link => link._id) })
    toastAction('trashLinks', answer, links.length, {
      done: texts.deleted,
      line: texts.inTrash(links.length),
    })
  }
}
