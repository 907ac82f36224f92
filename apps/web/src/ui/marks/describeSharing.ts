import { uiTexts as texts } from '@nestmark/texts/ui'

/** Who else has access to a collection of the user. */
export interface Sharing {
  isPublic: boolean
  members: number
  through: string | null
}

/** Describes who has access to a collection, in a few words. */
export function describeSharing({ isPublic, members, through }: Sharing): string {
  if (isPublic) return through === null ? texts.publicHere : texts.publicThrough(through)
  return through === null ? texts.sharedWith(members) : texts.sharedThrough(through)
}
