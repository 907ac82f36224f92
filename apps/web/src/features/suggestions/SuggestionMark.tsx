import type { SuggestedLink } from '@nestmark/contract/suggestions'
import { suggestionTexts as texts } from '@nestmark/texts/suggestions'
import { classes } from '../../ui/classes.ts'
import type { Side } from './data.ts'
import css from './Suggestions.module.css'

/** Who suggests it, or where it stands. */
export function SuggestionMark({ suggestion, side }: { suggestion: SuggestedLink; side: Side }) {
  const { state, word, from } = suggestion
  if (side === 'to_me')
    return (
      <span className={`el ${css.from}`} dir="auto">
        {texts.from(formatSuggester(from))}
      </span>
    )
  return (
    <span className={css.standing}>
      <span className={classes(css.state, css[state])}>{texts.states[state]}</span>
      {word !== '' && (
        <span className={`el ${css.from}`} dir="auto" title={word}>
          {texts.said(word)}
        </span>
      )}
    </span>
  )
}

/** What somebody who suggests is called. */
export function formatSuggester(from: SuggestedLink['from']): string {
  return from === null ? texts.visitor : from.username || texts.someone
}
