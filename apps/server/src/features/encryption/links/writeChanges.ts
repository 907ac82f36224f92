import type { Actor } from '../../../access/actor.ts'
import type { GrantedLinks } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { enqueueJobs } from '../../../jobs/store.ts'
import { toSubCategory } from '../../links/saving/applyEncryptedEdit.ts'
import { draftLink } from '../../links/saving/draft.ts'
import { type LinkTag, tagsOfLinks } from '../../links/words/linkTagStore.ts'
import { indexSearchable } from '../../links/words/linkText.ts'
import type { ChangedLink, DecryptedChange, EncryptedChange } from './linkChanges.ts'
import { type NewFiles, writeFiles } from './linkFiles.ts'
import { notesOfLinks, setNoteTexts } from '../../links/words/noteStore.ts'
import { setTexts, type StoredTexts } from '../encryptionStore.ts'
import { writeHighlights } from './writeHighlights.ts'
import { wipeTexts } from '../wiping/wipeTexts.ts'

interface Writing {
  actor: Actor
  /** The address of this server. */
  publicUrl: string
  granted: GrantedLinks<'links.edit'>
  changed: readonly ChangedLink[]
  /** The uploads that become their files. */
  files: NewFiles
  /** The tags that links had before the call removed them, by the key of the link. */
  hidden: ReadonlyMap<number, LinkTag[]>
  at: number
}

/** Writes the new texts of links, with their files, search entries and notes, and removes the previous ones from everywhere. */
export async function writeChanges(tx: Tx, writing: Writing): Promise<void> {
  const { actor, publicUrl, granted, changed, files, hidden, at } = writing
  const notes = await toNotes(tx, actor.personId, changed)
  const texts = changed.map(each =>
    each.change.enc === 1
      ? toSealedTexts(each as ChangedLink<EncryptedChange>)
      : toPlainTexts(each as ChangedLink<DecryptedChange>, files),
  )
  await writeHighlights(tx, { personId: actor.personId, publicUrl }, changed, at)
  const fromClear = changed.flatMap(({ link, change }) =>
    change.enc === 1 && link.key_id === null ? link : [],
  )
  await setTexts(tx, granted, texts)
  await setNoteTexts(tx, actor.personId, notes, at)
  await index(tx, changed, texts, hidden, at)
  await wipeTexts(tx, fromClear, at)
  await writeFiles(tx, changed, files, at)
  const jobs = changed.flatMap(({ link, change }) =>
    change.enc === 0 && change.thumbnail !== ''
      ? [{ ownerId: link.owner_id, kind: 'fillLink', payload: { link: link.id }, now: at }]
      : [],
  )
  if (jobs.length > 0) await enqueueJobs(tx, jobs).execute(tx)
}

function toSealedTexts({ link, change }: ChangedLink<EncryptedChange>): StoredTexts {
  const [key] = change.name.split('.').slice(1)
  return {
    seq: link.seq,
    title: change.name,
    address: change.link,
    descr: change.desc,
    check_list: change.enc_check_list ?? null,
    sealed_picture: change.thumbnail || null,
    key_id: key ?? null,
    sub_category: toSubCategory(link.category, link.sub_category),
    compare_key: '',
    title_key: '',
    host_key: '',
    video_type: 0,
    picture_source: null,
    is_public: 0,
  }
}

function toPlainTexts({ link, change }: ChangedLink<DecryptedChange>, files: NewFiles): StoredTexts {
  const claim = files.get(link.id)
  const form = {
    ...change,
    category: link.category,
    subCategory: link.sub_category,
    check_list: change.check_list ?? undefined,
  }
  // An encrypted link may have lost what its category needs: its file, its text, or the address by another category.
  const { category: _, ...draft } = draftLink(form, change.link.trim() === '' || link.category === 4)
  const ofFiles = claim && { sub_category: claim.subCategory, video_type: claim.videoType }
  return {
    ...draft,
    ...ofFiles,
    seq: link.seq,
    sealed_picture: null,
    key_id: null,
    is_public: link.is_public,
  }
}

/**
 * Returns the caller's notes on the links, as they are stored with them.
 * @throws Refused 'encryption.noteMissing' when a note would stay as it was: in plain text, or under the previous key
 */
async function toNotes(
  tx: Tx,
  personId: string,
  changed: readonly ChangedLink[],
): Promise<[linkId: string, note: string][]> {
  const ids = changed.map(({ link }) => link.id)
  const existing = await notesOfLinks(tx, personId, ids)
  return changed.flatMap(({ link, change }): [string, string][] => {
    if (!existing.has(link.id)) return []
    return [[link.id, change.note ?? refuse('encryption.noteMissing')]]
  })
}

/** Indexes the links again: of an encrypted link, only its tags. The words of its texts leave the words of the library. */
async function index(
  tx: Tx,
  changed: readonly ChangedLink[],
  texts: readonly StoredTexts[],
  hidden: ReadonlyMap<number, LinkTag[]>,
  at: number,
): Promise<void> {
  const tags = await tagsOfLinks(
    tx,
    changed.map(({ link }) => link.seq),
  )
  const entries = changed.map(({ link }, at) => ({
    ...link,
    ...texts[at],
    seq: link.seq,
    title: texts[at]?.title ?? '',
    ownerId: link.owner_id,
    tags: (tags.get(link.seq) ?? []).map(each => each.tag.name),
  }))
  const previous = changed.map(({ link }) => {
    const had = hidden.get(link.seq) ?? tags.get(link.seq) ?? []
    return { ...link, ownerId: link.owner_id, tags: had.map(each => each.tag.name) }
  })
  for (const [ownerId, own] of Map.groupBy(entries, entry => entry.ownerId))
    await indexSearchable(
      tx,
      own,
      previous.filter(each => each.ownerId === ownerId),
      at,
    )
}
