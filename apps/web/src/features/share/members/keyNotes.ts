import { shareTexts } from '@nestmark/texts/sharing/share'
import type { Permissions } from '../data.ts'
import { computeEffectiveAccess } from './effectiveAccess.ts'

/** Returns why access to an encrypted collection is not enough; empty where it is shared with no one. */
export function listKeyNotes(permissions: Permissions): string[] {
  const { publicThrough, people, invited } = computeEffectiveAccess(permissions)
  // A chosen team may still be empty.
  const hasMembers = people.length + invited.length > 0 || permissions.read === 1 || permissions.write === 1
  return [
    ...(hasMembers ? [shareTexts.key.members] : []),
    ...(publicThrough === null ? [] : [shareTexts.key.visitors]),
  ]
}
