import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { IconX } from '../../ui/icons.ts'
import css from './TagChips.module.css'

/** Shows tags in a field, each with a remove button. */
export function TagChips({ tags, onRemove }: { tags: readonly string[]; onRemove: (tag: string) => void }) {
  return tags.map(tag => (
    <span key={tag} className={`inline t2 ${css.tag}`}>
      <span className="el" dir="auto">
        #{tag}
      </span>
      <button
        type="button"
        className={`flex t3 ${css.remove}`}
        aria-label={texts.remove(tag)}
        onClick={() => onRemove(tag)}
      >
        <IconX className="i s12" />
      </button>
    </span>
  ))
}
