import {
  deleteDomain,
  type Domain,
  getDomain,
  setDomain,
  verifyDomain,
} from '@nestmark/contract/sharing/domains'
import { domainTexts as texts } from '@nestmark/texts/sharing/domains'
import { useOperation, useOperationMutation } from '../../../lib/api/operations.ts'
import { formatDate } from '../../../lib/dates.ts'
import { toast } from '../../../lib/toasts.ts'

export type { Domain }

/** Reads the domain of a collection. */
export const useDomain = (folder_id: string) => useOperation(getDomain, { folder_id }, { quiet: true })
export const useSetDomain = () => useOperationMutation(setDomain, { quiet: true })
export const useVerifyDomain = () =>
  useOperationMutation(verifyDomain, {
    quiet: true,
    onSuccess: ({ host }) => toast({ title: texts.verified(host) }),
  })
export const useDeleteDomain = () =>
  useOperationMutation(deleteDomain, { onSuccess: () => toast({ title: texts.removed }) })

/** Formats the state of a domain. */
export function formatDomainState({ state, ends }: Pick<Domain, 'state' | 'ends'>): string {
  return state === 'failing' ? texts.states.failing(formatDate(ends ?? 0)) : texts.states[state]
}
