import type { SuggestedLink } from '@nestmark/contract/sharing/suggestions'
import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { classes } from '../../ui/classes.ts'
import type { Side } from './data.ts'
import css from './Suggestions.module.css'

/** Shows the sender of a received suggestion, or the state of a sent one. */
export function SuggestionStatus({ suggestion, side }: { suggestion: SuggestedLink; side: Side }) {
  const { state, word, from } = suggestion
  if (side === 'to_me')
    return (
      <span className="el t3 f12" dir="auto">
        {texts.from(formatSender(from))}
      </span>
    )
  return (
    <span className="row g6 min0">
      <span className={classes('rigid w560', state === 'rejected' ? 'bad' : 't2', css.state, css[state])}>
        {texts.states[state]}
      </span>
      {word !== '' && (
        <span className="el t3 f12" dir="auto" title={word}>
          {texts.said(word)}
        </span>
      )}
    </span>
  )
}

/** Returns the display name of the sender. */
export function formatSender(from: SuggestedLink['from']): string {
  return from === null ? texts.visitor : from.username || texts.pastMember
}
