import * as contract from '@nestmark/contract/sharing/suggestions'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { notifyRecipients } from '../../domainEvents/notifications.ts'
import { announceSuggestions, toRecipients, updateSuggesters } from './approveSuggestions.ts'
import { deleteRows, lockSuggestions, markDecidedRead, setRejected } from './store.ts'

/**
 * Removes suggestions. In the list of received ones: rejects pending ones, with an optional message to the suggester.
 * In the list of the caller's own: withdraws pending ones, and removes decided ones from the list.
 */
export const deleteSuggestions = action(contract.deleteSuggestions, async (call, input) => {
  const { actor, services } = call
  const ids = [...new Set([...(input.sugg_id ? [input.sugg_id] : []), ...input.sugg_arr])]
  if (ids.length === 0) refuse('suggestions.noneChosen')
  const rejecting = input.type === 'to_me'
  const rows = await services.db.write(async tx => {
    const locked = await lockSuggestions(tx, ids)
    const whose = (row: (typeof locked)[number]) => (rejecting ? row.recipient_id : row.suggester_id)
    if (locked.length < ids.length || locked.some(row => whose(row) !== actor.personId))
      refuse('suggestions.notFound')
    const seqs = locked.map(row => row.seq)
    if (!rejecting) await deleteRows(tx, seqs)
    else {
      if (locked.some(row => row.state !== 'pending')) refuse('suggestions.decided')
      await setRejected(tx, seqs, input.word, services.now())
      const event = { type: 'suggestion.rejected', by: actor.personId, at: services.now() } as const
      await notifyRecipients(tx, event, toRecipients(locked))
    }
    await markDecidedRead(tx, locked, services.now())
    return locked
  })
  if (rejecting) updateSuggesters(call, rows)
  else {
    const recipients = rows.map(row => row.recipient_id)
    announceSuggestions(call, recipients, contract.deleteSuggestions.touches)
  }
  return { removed: rows.length }
})
