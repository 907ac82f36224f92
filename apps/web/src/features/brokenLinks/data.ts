import {
  type BrokenLink,
  checkLink,
  checkLinkStatus,
  getBrokenLinks,
  getLinkCheck,
  ignoreBrokenLinks,
  type LinkCheck,
  setCheckSchedule,
  updateAddresses,
} from '@nestmark/contract/links/brokenLinks'
import { cancelJob } from '@nestmark/contract/jobs'
import { deleteDuplicateBroken } from '@nestmark/contract/links/duplicates'
import { brokenLinkTexts as texts } from '@nestmark/texts/links/brokenLinks'
import { linksTexts } from '@nestmark/texts/links/links'
import { formatError } from '../../lib/api/client.ts'
import { type MutationOptions, useOperation, useOperationMutation } from '../../lib/api/operations.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { toast } from '../../lib/toasts.ts'
import { toastAction } from '../../lib/undo/actions.ts'

/** How often a running check is read, in milliseconds. */
const pollMs = 2000

/**
 * Reads the broken links of the user and the state of the last check, again and again while one runs.
 * @param enabled false reads nothing
 * @returns `error` while one of the two is missing because it could not be read
 */
export function useBrokenLinks(enabled: boolean) {
  const links = useOperation(getBrokenLinks, {}, { enabled, quiet: true })
  const check = useOperation(getLinkCheck, {}, { enabled, quiet: true })
  const isRunning = check.data?.state === 'running'
  useOperation(getLinkCheck, {}, { enabled: enabled && isRunning, refetchMs: pollMs, quiet: true })
  const failed = [links, check].filter(each => each.error !== null && each.data === undefined)
  return {
    links: links.data,
    check: check.data,
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach(each => void each.refetch()),
  }
}

/** Starts a check or continues one; a refusal says when the next one is possible. */
export const useCheckLinkStatus = (check: LinkCheck | undefined) =>
  useOperationMutation(checkLinkStatus, {
    quiet: true,
    onError: refusal => {
      const next = check?.available_at
      const isTooEarly = refusal.code === 'brokenLinks.onceADay'
      toast({
        tone: isTooEarly ? 'info' : 'danger',
        title: formatError(refusal),
        ...(isTooEarly && next && { line: texts.nextCheck(formatDateTime(next)) }),
      })
    },
  })

export const useCancelJob = () => useOperationMutation(cancelJob)
export const useSetCheckSchedule = () => useOperationMutation(setCheckSchedule)

/** Checks one link, and says what was found. */
export const useCheckLink = () =>
  useOperationMutation(checkLink, {
    onSuccess: ({ link }) =>
      toast({
        tone: link.state === 'answered' ? 'ok' : 'info',
        title: link.state === 'answered' ? texts.answersNow : texts.stillBroken,
        line: link.name,
      }),
  })

/** Ignores links, with an undo button. */
export function useIgnoreBrokenLinks(): (links: readonly BrokenLink[], ignored: 0 | 1) => void {
  const { mutate } = useOperationMutation(ignoreBrokenLinks)
  const run = (ids: string[], ignored: 0 | 1) =>
    mutate(
      { links: ids, ignored },
      {
        onSuccess: () =>
          toast({
            title: ignored === 1 ? texts.ignoring(ids.length) : texts.unignored(ids.length),
            undo: () => run(ids, ignored === 1 ? 0 : 1),
          }),
      },
    )
  return (links, ignored) =>
    run(
      links.map(link => link._id),
      ignored,
    )
}

/** Moves links to the trash, with a sentence of the specification and an undo button. */
export const useDeleteDuplicateBroken = (
  done: string,
  options?: Pick<MutationOptions<typeof deleteDuplicateBroken>, 'optimistic'>,
) =>
  useOperationMutation(deleteDuplicateBroken, {
    ...options,
    onSuccess: (answer, { links }) =>
      toastAction('trashLinks', answer, links.length, { done, line: linksTexts.inTrash(links.length) }),
  })

/** Returns a function that moves broken links to the trash. */
export function useDeleteBroken() {
  const { mutateAsync } = useDeleteDuplicateBroken(texts.deleted)
  return (links: readonly BrokenLink[]) =>
    mutateAsync({ links: links.map(({ _id, tags }) => ({ _id, tags })) })
}

/** Changes links to their new addresses, with an undo button. */
export const useUpdateAddresses = () =>
  useOperationMutation(updateAddresses, {
    onSuccess: (answer, { links }) =>
      toastAction('updateAddresses', answer, answer.job === undefined ? answer.changed : links.length, {
        done: texts.newAddresses,
      }),
  })
