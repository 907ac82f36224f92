import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { toDisplayName } from '../../collections/data.ts'
import type { Invited } from './effectiveAccess.ts'

/** Returns a line for each role and collection of invitations: what these people can do after they sign up. */
export function formatInvited(invited: readonly Invited[]): string[] {
  const groups = Map.groupBy(invited, ({ type, through }) => `${type} ${through?._id ?? ''}`)
  return [...groups.values()].map(group => {
    const [{ type, through } = { type: 'read' as const, through: null }] = group
    const name = through && toDisplayName(through.name)
    return texts.afterSignUp({ emails: group.map(each => each.email), role: type, through: name })
  })
}
