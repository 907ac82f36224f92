import type { ImportChoices } from '@nestmark/contract/transfer/importPreview'
import { assertDefined } from '@nestmark/core/assertDefined'
import { tagKey } from '@nestmark/core/words/tagKey'
import { pluck } from '@nestmark/core/pluck'
import { grantPermittedLinks } from '../../../access/grant.ts'
import type { LinkWithRole } from '../../../access/roles.ts'
import type { Tx } from '../../../db/db.ts'
import { recordEvent } from '../../../domainEvents/recordEvent.ts'
import { type LinkBefore, openImportRecord, recordLinks } from '../../../undo/store.ts'
import { hasHiddenTags } from '../../collections/placing/keyOfCollection.ts'
import { readOwner } from '../../highlights/pages/pageStore.ts'
import { toSubject } from '../../links/sets/batches.ts'
import { linkIds, placeBehind, tagsOfLinks } from '../../links/words/linkTagStore.ts'
import { isLive } from '../../links/lists/liveLinks.ts'
import { notesOfLinks, writeNotes } from '../../links/words/noteStore.ts'
import { changeTags } from '../../links/sets/tagBatch.ts'
import { distinctNames, ensureTags } from '../../tags/store.ts'
import type { ImportedLink } from './importPrepare.ts'
import { type Report, skip } from '../importReport.ts'

/** What a saved link gets from a link of a file with the same address. */
export interface Addition {
  /** The sequence number of the saved link. */
  seq: number
  tags: readonly string[]
  /** '' for none. */
  note: string
}

/**
 * Takes the links out of a batch whose address is saved already, as a person chose.
 * @param rows the rows of the file, in the order of the links
 * @param saved the newest saved link of each address
 */
export function takeExisting(
  { links, rows }: { links: readonly ImportedLink[]; rows: readonly number[] },
  saved: ReadonlyMap<string, number>,
  choice: ImportChoices['existing'],
  report: Report,
): { links: ImportedLink[]; rows: number[]; additions: Addition[] } {
  const left: { links: ImportedLink[]; rows: number[]; additions: Addition[] } = {
    links: [],
    rows: [],
    additions: [],
  }
  for (const [at, link] of links.entries()) {
    const row = assertDefined(rows[at], 'row')
    const { compare_key: key, title, address, descr } = link.draft
    const seq = key === '' || choice === 'keepBoth' ? undefined : saved.get(key)
    if (seq === undefined) {
      left.links.push(link)
      left.rows.push(row)
      continue
    }
    report.links--
    if (choice === 'leaveOut')
      skip(report, { row, title, address }, 'This address is in your library already')
    else {
      report.added = (report.added ?? 0) + 1
      const note = [...new Set([link.note, descr])].filter(text => text !== '').join('\n')
      left.additions.push({ seq, tags: link.tags, note })
    }
  }
  return left
}

/**
 * Adds the tags and notes of a file to saved links of the person, and records them for the undo of the import. Links
 * that were encrypted or trashed since are left as they are.
 */
export async function addToExisting(
  tx: Tx,
  { id: job, ownerId, at, begunAt }: { id: string; ownerId: string; at: number; begunAt: number },
  additions: readonly Addition[],
): Promise<void> {
  if (additions.length === 0) return
  const { plan, root_id: rootId } = await readOwner(tx, ownerId)
  const bySeq = Map.groupBy(additions, each => each.seq)
  const granted = await grantPermittedLinks(
    tx,
    { personId: ownerId, sessionId: job, rootId, plan },
    'links.edit',
    await linkIds(tx, [...bySeq.keys()]),
  )
  const links = granted.links.filter(
    link => link.owner_id === ownerId && isLive(link) && link.key_id === null,
  )
  const of = (link: LinkWithRole) => bySeq.get(link.seq) ?? []
  const before = [
    ...(await addTags(tx, ownerId, links, link => of(link).flatMap(each => each.tags), at)),
    ...(await addNoteTexts(tx, ownerId, links, link => of(link).map(each => each.note), at)),
  ]
  if (before.length === 0) return
  await openImportRecord(tx, { id: job, personId: ownerId, kind: 'importBookmarks', at: begunAt })
  await recordLinks(tx, job, before)
  const changed = new Set(before.map(([seq]) => seq))
  const event = { type: 'link.updated', by: ownerId, at, job, isWebhookOnly: true } as const
  await recordEvent(tx, event, links.filter(link => changed.has(link.seq)).map(toSubject))
}

/** Adds tags behind those of a link, as many as it may have. */
async function addTags(
  tx: Tx,
  ownerId: string,
  links: readonly LinkWithRole[],
  tagsOf: (link: LinkWithRole) => readonly string[],
  at: number,
): Promise<LinkBefore[]> {
  const named = links
    .filter(link => !hasHiddenTags(link))
    .map(link => ({ link, names: distinctNames(tagsOf(link)) }))
    .filter(({ names }) => names.length > 0)
  if (named.length === 0) return []
  const all = distinctNames(named.flatMap(({ names }) => names))
  const tags = new Map((await ensureTags(tx, ownerId, all)).map(tag => [tagKey(tag.name), tag]))
  const changed = named.map(({ link }) => link)
  const present = await tagsOfLinks(tx, pluck(changed, 'seq'))
  const plus = named.flatMap(({ link: { seq }, names }) => {
    const added = names.flatMap(name => tags.get(tagKey(name)) ?? [])
    return placeBehind(seq, present.get(seq) ?? [], added)
  })
  await changeTags(tx, changed, present, { plus, minus: [] }, at)
  return plus.map(({ seq, tag, position }) => [seq, `+${tag.seq}`, position])
}

/** Adds texts that the note of a person on a link does not have yet, below it. */
async function addNoteTexts(
  tx: Tx,
  personId: string,
  links: readonly LinkWithRole[],
  textsOf: (link: LinkWithRole) => readonly string[],
  at: number,
): Promise<LinkBefore[]> {
  const notes = await notesOfLinks(tx, personId, pluck(links, 'id'))
  const joined = links.flatMap(link => {
    const own = notes.get(link.id)?.note ?? ''
    const isNew = (text: string) => text !== '' && !own.includes(text) && !link.descr.includes(text)
    const note = [own, ...new Set(textsOf(link).filter(isNew))].filter(text => text !== '').join('\n')
    return note === own ? [] : [{ link, note, own }]
  })
  const texts = joined.map(({ link, note }) => [link.id, note] as const)
  await writeNotes(tx, personId, texts, notes, at)
  return joined.map(({ link, note, own }) => [link.seq, `note:${note.length}`, own.length])
}
