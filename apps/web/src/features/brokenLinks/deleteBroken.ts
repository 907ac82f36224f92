import type { BrokenLink } from '@nestmark/contract/links/brokenLinks'
import { deleteDuplicateBroken } from '@nestmark/contract/links/duplicates'
import { brokenLinkTexts as texts } from '@nestmark/texts/links/brokenLinks'
import { linksTexts } from '@nestmark/texts/links/links'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { toastAction } from '../../lib/undo/actions.ts'

/** Moves broken links to the trash, with the sentence of the specification and an undo button. */
export function useDeleteDuplicateBroken() {
  const { mutateAsync } = useOperationMutation(deleteDuplicateBroken, {
    onSuccess: (answer, { links }) =>
      toastAction('trashLinks', answer, links.length, {
        done: texts.deleted,
        line: linksTexts.inTrash(links.length),
      }),
  })
  return (links: readonly BrokenLink[]) =>
    mutateAsync({ links: links.map(({ _id, tags }) => ({ _id, tags })) })
}
