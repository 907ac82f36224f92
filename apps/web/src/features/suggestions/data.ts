import { showError } from '../../lib/api/showError.ts'
import {
  approveSuggestions,
  deleteSuggestions,
  listSentSuggestions,
  listReceivedSuggestions,
  type SuggestedLink,
} from '@nestmark/contract/sharing/suggestions'
import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { useEffect, useRef } from 'react'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { toast } from '../../lib/toasts.ts'
import { useMe } from '../session/data.ts'
import { isFree } from '../session/plan.ts'
import { useSuggestionCounts } from './counts.ts'

/** The list: suggestions received by the user, or sent by the user. */
export type Side = 'to_me' | 'by_me'

// The browser must not load pictures from addresses that visitors chose: cards show a placeholder, and the preview
// requests the picture from this server.
const withoutPicture = (answer: SuggestedLink[]) => ({
  items: answer.map(each =>
    each.thumbnail === '' ? each : { ...each, thumbnail: '', picture: each.thumbnail },
  ),
})
export type ListedSuggestion = SuggestedLink & { picture?: string }

/**
 * Reads a list of suggestions. On the free plan it does not read received ones, and sent ones only when their
 * tab is open.
 * @param openTab the open tab
 */
export function useSuggestions(side: Side, openTab: Side): Pages<ListedSuggestion> {
  const me = useMe()
  const enabled = me !== undefined && (!isFree(me) || (side === 'by_me' && openTab === side))
  const total = useSuggestionCounts()?.[side]
  const plan = me?.plan
  const previousPlan = useRef(plan)
  useEffect(() => {
    if (previousPlan.current !== undefined && plan !== previousPlan.current) void refresh(['suggestions'])
    previousPlan.current = plan
  }, [plan])
  const op = side === 'to_me' ? listReceivedSuggestions : listSentSuggestions
  return useOperationPages(op, {}, { enabled, total, pick: withoutPicture })
}

const refreshDelay = 500

/** Approves suggestions in the displayed version. Dependent data is refetched once more after a delay. */
export function useApproveSuggestions() {
  const mutation = useOperationMutation(approveSuggestions, {
    onSuccess: ({ approved }) => {
      toast({ title: approved === 1 ? texts.approved : texts.approvedMany(approved) })
      setTimeout(() => void refresh(approveSuggestions.touches), refreshDelay)
    },
    // After a refusal the list may be outdated.
    onError: () => void refresh(['suggestions']),
  })
  /**
   * Asks for the keys of their collections first, and encrypts their links before they are sent; null where a key is not given.
   * @throws Refusal, ShownError
   */
  return async (suggestions: readonly SuggestedLink[]) => {
    const { sealSuggestions } = await import('./sealSuggestions.ts')
    const encrypted = await sealSuggestions(suggestions).catch((error: unknown) => {
      showError(error)
      throw error
    })
    if (!encrypted) return null
    return mutation.mutateAsync({
      sugg_arr: suggestions.map(each => each.sugg_id),
      versions: suggestions.map(each => each.version),
      ...encrypted,
    })
  }
}

/** Rejects received suggestions, or withdraws sent ones. */
export function useDeleteSuggestions(type: Side) {
  const mutation = useOperationMutation(deleteSuggestions, {
    onSuccess: ({ removed }) =>
      toast({ title: type === 'to_me' ? texts.rejected(removed) : texts.withdrawn(removed) }),
    onError: () => void refresh(['suggestions']),
  })
  return {
    isPending: mutation.isPending,
    remove: (suggestions: readonly SuggestedLink[], word = '') =>
      mutation.mutateAsync({ sugg_arr: suggestions.map(each => each.sugg_id), type, word }),
  }
}
