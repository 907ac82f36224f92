import { hiddenTagsTexts as texts } from '@nestmark/texts/hiddenTags'

/** Explains why a form has no field for tags. @param count the tags that become words of the description */
export function HiddenTags({ count }: { count: number }) {
  return (
    <p className="t3" role="note">
      {texts.formLine} {count > 0 && texts.formMoves(count)}
    </p>
  )
}
