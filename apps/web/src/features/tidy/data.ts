import type { Link } from '@nestmark/contract/shapes'
import { dismissUntidyLinks, type UntidyGroup } from '@nestmark/contract/tidy'
import { tidyTexts as texts } from '@nestmark/texts/tidy'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { toast } from '../../lib/toasts.ts'
import { formatTitle } from '../links/linkDisplay.ts'

/** Returns a function that keeps a link as it is, with an undo button. */
export function useDismissUntidyLinks(): (link: Link, group: UntidyGroup) => Promise<unknown> {
  const { mutateAsync } = useOperationMutation(dismissUntidyLinks)
  return async (link, group) => {
    await mutateAsync({ links: [link._id], group })
    const again = async () => {
      await mutateAsync({ links: [link._id], group, kept: 0 })
      toast({ title: texts.listedAgain, line: formatTitle(link) })
    }
    toast({
      title: texts.dismissed,
      line: texts.dismissedLine[group],
      // A refusal has its own toast.
      undo: () => void again().catch(() => undefined),
    })
  }
}
