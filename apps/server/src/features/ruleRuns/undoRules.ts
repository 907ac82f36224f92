import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../access/actor.ts'
import { grantPermittedLinks } from '../../access/grant.ts'
import type { Tx } from '../../db/db.ts'
import type { DomainEvent } from '../../domainEvents/event.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import type { LinkBefore, UndoKind } from '../../undo/store.ts'
import { toSubject } from '../links/sets/batches.ts'
import { isLive } from '../links/lists/liveLinks.ts'
import { linkIds } from '../links/words/linkTagStore.ts'
import { changeLinkTexts, type TextChange } from './ruleBatch.ts'
import { readUndoTexts } from './textStore.ts'

/** Undoes rows as those of another action. @param target where links were moved to */
type UndoAs = (kind: UndoKind, rows: readonly LinkBefore[], target: string | null) => Promise<number>

/**
 * Reverts what rules have changed of links. What was changed since stays as it is.
 * @param rows of the undo record, as `ruleBatch` writes them
 * @returns the number of rows that were reverted
 */
export async function undoRules(
  tx: Tx,
  actor: Actor,
  rows: readonly LinkBefore[],
  event: Omit<DomainEvent, 'type'>,
  undoAs: UndoAs,
): Promise<number> {
  const homes = rows.flatMap(([seq, state, position]) => {
    const [kind, to = '', from = ''] = state.split(':')
    const row: LinkBefore = [seq, from, position]
    return kind === 'home' ? [{ to, row }] : []
  })
  const tags = rows.filter(([, state]) => /^\+\d/.test(state))
  const marks = rows.filter(([, state]) => state === '+')
  const texts = rows.filter(([, state]) => state.startsWith('texts:'))
  let changed = await undoTexts(tx, actor, texts, event)
  changed += await undoAs('tagLinks', tags, null)
  changed += await undoAs('favouriteLinks', marks, null)
  for (const [to, moved] of Map.groupBy(homes, each => each.to))
    changed += await undoAs('moveLinks', pluck(moved, 'row'), to)
  return changed
}

/** Restores titles and addresses, each where it is still as the rules left it. Returns how many links got one back. */
async function undoTexts(
  tx: Tx,
  actor: Actor,
  rows: readonly LinkBefore[],
  event: Omit<DomainEvent, 'type'>,
): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const ids = await linkIds(
    tx,
    rows.map(([seq]) => seq),
  )
  const granted = await grantPermittedLinks(tx, actor, 'links.edit', ids)
  // A record has one id there, also after a part of it was split off.
  const recorded = await readUndoTexts(tx, first[1].slice('texts:'.length), ids)
  const changes = granted.links.flatMap((link): TextChange[] => {
    const texts = recorded.get(link.id)
    if (!texts || link.key_id !== null) return []
    const hasTitle = texts.old_title !== texts.new_title && link.title === texts.new_title
    const hasAddress = texts.old_address !== texts.new_address && link.address === texts.new_address
    if (!hasTitle && !hasAddress) return []
    const change = {
      ...(hasTitle && { title: texts.old_title }),
      ...(hasAddress && { address: texts.old_address }),
    }
    return [{ link, ...change }]
  })
  let restored = 0
  // The search index is written for one owner at a time: a collection may have another owner since.
  for (const own of Map.groupBy(changes, ({ link }) => link.owner_id).values()) {
    const links = await changeLinkTexts(tx, granted, own, event.at)
    await recordEvent(tx, { ...event, type: 'link.updated' }, links.filter(isLive).map(toSubject))
    restored += links.length
  }
  return restored
}
