import * as contract from '@nestmark/contract/sharing/suggestions'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { announceSuggestions } from './approveSuggestions.ts'
import { checkedForm, readForm } from './form.ts'
import { readOne } from './readSuggestions.ts'
import { lockSuggestions, setForm } from './store.ts'

/**
 * Edits a pending suggestion, by its suggester or its recipient (Z15). Rejects an edit of an outdated version and
 * returns the current one.
 */
export const updateSuggestion = action(contract.updateSuggestion, async (call, input) => {
  const { actor, services } = call
  const { sugg_id: id, version, ...change } = input
  const stored = await services.db.write(async tx => {
    const [row] = await lockSuggestions(tx, [id])
    const mine = row?.suggester_id === actor.personId
    if (!row || !(mine || row.recipient_id === actor.personId)) return refuse('suggestions.notFound')
    if (row.state !== 'pending') return refuse('suggestions.decided')
    const stale = version !== undefined && version !== row.version
    if (!stale)
      await setForm(tx, row.seq, checkedForm({ ...readForm(row.form), ...given(change) }), services.now())
    return { stale, side: mine ? ('by_me' as const) : ('to_me' as const), row }
  })
  const now = await readOne(call, stored.side, id)
  if (stored.stale) return refuse('suggestions.changedElsewhere', { data: { suggestion: now } })
  const { recipient_id: recipient, suggester_id: suggester } = stored.row
  announceSuggestions(call, [recipient, suggester], contract.updateSuggestion.touches)
  return now
})

/** Returns only the fields that were sent. */
function given<T extends object>(change: T): T {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as T
}
