import {
  addSuggestion,
  approveSuggestions,
  deleteSuggestions,
  getSuggestedByMe,
  getSuggestedToMe,
  type SuggestedLink,
  updateSuggestion,
} from '@nestmark/contract/suggestions'
import { suggestionTexts as texts } from '@nestmark/texts/suggestions'
import { useEffect, useRef } from 'react'
import type { Refusal } from '../../lib/api/client.ts'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { toast } from '../../lib/toasts.ts'
import { useMe } from '../session/data.ts'
import { isFree } from '../session/plan.ts'
import { useSuggestionCounts } from './counts.ts'

/** Whose list: what waits for the person, or what the person has suggested. */
export type Side = 'to_me' | 'by_me'

// No browser of ours asks for a picture of a stranger's: cards show their shell, the preview asks our own server.
const withoutPicture = (answer: SuggestedLink[]) => ({
  items: answer.map(each =>
    each.thumbnail === '' ? each : { ...each, thumbnail: '', picture: each.thumbnail },
  ),
})
export type ListedSuggestion = SuggestedLink & { picture?: string }

/**
 * A list of suggestions. On the free plan what waits for the person is not read, and what they suggested themselves once
 * they go there.
 * @param shown the list that is looked at
 */
export function useSuggestions(side: Side, shown: Side): Pages<ListedSuggestion> {
  const me = useMe()
  const enabled = me !== undefined && (!isFree(me) || (side === 'by_me' && shown === side))
  const total = useSuggestionCounts()?.[side]
  const plan = me?.plan
  const before = useRef(plan)
  useEffect(() => {
    if (before.current !== undefined && plan !== before.current) void refresh(['suggestions'])
    before.current = plan
  }, [plan])
  return useOperationPages(side === 'to_me' ? getSuggestedToMe : getSuggestedByMe, {}, withoutPicture, {
    enabled,
    total,
  })
}

const refreshAfter = 500

/** Approves suggestions as they were seen; what depends on it is read again a moment later once more. */
export function useApprove() {
  const deed = useOperationMutation(approveSuggestions, {
    onSuccess: ({ approved }) => {
      toast({ title: approved === 1 ? texts.approved : texts.approvedMany(approved) })
      setTimeout(() => void refresh(approveSuggestions.touches), refreshAfter)
    },
    // Whatever was refused, the list may be an old one.
    onError: () => void refresh(['suggestions']),
  })
  return {
    isPending: deed.isPending,
    approve: (chosen: readonly SuggestedLink[]) =>
      deed.mutateAsync({
        sugg_arr: chosen.map(each => each.sugg_id),
        versions: chosen.map(each => each.version),
      }),
  }
}

/** Rejects suggestions to the person, or takes those of the person back. */
export function useRemove(type: Side) {
  const deed = useOperationMutation(deleteSuggestions, {
    onSuccess: ({ removed }) =>
      toast({ title: type === 'to_me' ? texts.rejected(removed) : texts.takenBack(removed) }),
    onError: () => void refresh(['suggestions']),
  })
  return {
    isPending: deed.isPending,
    remove: (chosen: readonly SuggestedLink[], word = '') =>
      deed.mutateAsync({ sugg_arr: chosen.map(each => each.sugg_id), type, word }),
  }
}

/** Suggests a link. */
export function useSuggest(onRefused: (refusal: Refusal) => void) {
  return useOperationMutation(addSuggestion, { quiet: true, onError: onRefused })
}

/** Changes a suggestion. */
export function useChangeSuggestion(onRefused: (refusal: Refusal) => void) {
  return useOperationMutation(updateSuggestion, { quiet: true, onError: onRefused })
}
