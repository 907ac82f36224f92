import { plainLinkDefaults } from '@nestmark/contract/links/plainLinkFields'
import { assertDefined } from '@nestmark/core/assertDefined'
import { limits } from '@nestmark/core/limits'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/db.ts'
import { createCollection } from '../features/collections/createCollection.ts'
import { favouriteCollection } from '../features/collections/lists/collectionLists.ts'
import { draftLink } from '../features/links/saving/draft.ts'
import { trashLinks } from '../features/links/sets/linkActions.ts'
import { createPerson } from '../features/session/createPerson.ts'
import { registerUser } from '../features/accounts/signIn/registerUser.ts'
import { findPerson, updatePerson } from '../features/session/store.ts'
import { findUserByEmail } from '../features/session/userStore.ts'
import { LinkWriter } from '../features/importExport/writing/importLinkStore.ts'
import { type ImportedLink, LinkPreparer } from '../features/importExport/writing/importPrepare.ts'
import { trashCollections } from '../features/trash/trashCollections.ts'
import type { Call } from '../calls/call.ts'
import type { Pictures } from '../media/mediaTasks.ts'
import type { Services } from '../services.ts'
import type { Drawing } from './drawings.ts'
import { dateCollection, findLinkIds, showPicture } from './store.ts'
import { type SeedPerson, trashedCollection } from './data/people.ts'
import { listLinks, type SeedCollection, type SeedLink } from './data/shapes.ts'

/** The time of the last change in the demo data: the same in every demo library. */
export const lastChangeAt = Date.UTC(2025, 2, 14, 18)
const createdAt = Date.UTC(2025, 0, 2, 9)

export interface SeedContext {
  tx: Tx
  /** Their database must write in `tx`. */
  services: Services
  pictures: ReadonlyMap<Drawing, Pictures>
}

/**
 * Creates one demo person with their library, with the actions of the features.
 * @returns false without changes when the person exists
 */
export async function seedPerson(
  context: SeedContext,
  person: SeedPerson,
  password: string,
): Promise<boolean> {
  const { tx, services } = context
  const { name, email, plan } = person
  // Checked first: a rejected row would abort the entire transaction on PostgreSQL.
  if (await findUserByEmail(tx, email)) return false
  const atCreation = { ...services, now: () => createdAt }
  const userId = assertDefined(await registerUser(atCreation, { email, name, password }))
  const actor = await createPerson(atCreation, userId, '')
  await updatePerson(tx, userId, { plan })
  const all = [...person.uncategorized, ...person.collections.flatMap(listLinks)]
  const seeder = new LibrarySeeder(context, actor, assignTimes(all))
  await seeder.links(person.uncategorized, actor.rootId)
  for (const each of person.collections) await seeder.collection(each, actor.rootId)
  await seeder.trash(all)
  return true
}

/** Assigns times: on the same day, earlier links in the list are newer. */
function assignTimes(links: readonly SeedLink[]): Map<SeedLink, number> {
  return new Map(
    links.map((link, at) => {
      return [link, Date.parse(`2025-${link.on}T18:00:00Z`) - at * 60_000]
    }),
  )
}

function toCall(actor: Actor, services: Services): Call<Actor, Services> {
  const upload = () => Promise.reject(new Error('Nothing is uploaded here.'))
  return { actor, services, token: null, ip: '', idempotencyKey: null, upload }
}

/**
 * Returns a call by one of the demo people, named by the local part of their email address, at a given time.
 */
export async function callAs(
  { tx, services }: SeedContext,
  name: string,
  at: number,
): Promise<Call<Actor, Services>> {
  const { id: personId } = assertDefined(await findUserByEmail(tx, `${name}@example.org`))
  const { root_id: rootId, plan } = assertDefined(await findPerson(tx, personId))
  return toCall({ personId, sessionId: '', rootId, plan }, { ...services, now: () => at })
}

class LibrarySeeder {
  readonly #context: SeedContext
  readonly #call: Call
  readonly #times: ReadonlyMap<SeedLink, number>

  constructor(context: SeedContext, actor: Actor, times: ReadonlyMap<SeedLink, number>) {
    this.#call = toCall(actor, context.services)
    this.#context = context
    this.#times = times
  }

  async collection(seed: SeedCollection, parent: string): Promise<void> {
    const { name, desc = '', children = [], links = [] } = seed
    const { _id: id } = await createCollection(this.#call, { name, desc, parent })
    await this.links(links, id)
    for (const each of children) await this.collection(each, id)
    if (seed.favourite) await favouriteCollection(this.#call, { folder_id: id, is_fav: 1 })
    const touched = listLinks(seed).map(link => this.#savedAt(link))
    const [first, last] =
      touched.length > 0 ? [Math.min(...touched), Math.max(...touched)] : [createdAt, createdAt]
    await dateCollection(this.#context.tx, id, first, last)
    if (name === trashedCollection) await trashCollections(this.#call, { folderIdArr: [id], isTrash: 1 })
  }

  async links(seed: readonly SeedLink[], collectionId: string): Promise<void> {
    const { tx, pictures } = this.#context
    const { personId } = this.#call.actor
    // Oldest first, so that the order of creation is the order of the dates.
    const ordered = seed.toSorted((a, b) => this.#savedAt(a) - this.#savedAt(b))
    const writer = new LinkWriter(personId, () => lastChangeAt)
    const links = ordered.map(link => this.#asImported(link, collectionId))
    await writer.write(tx, new LinkPreparer(tx, personId).prepare(links))
    for (const link of seed)
      if (link.picture)
        await showPicture(
          tx,
          personId,
          link.title,
          assertDefined(pictures.get(link.picture)),
          this.#savedAt(link),
        )
  }

  async trash(seed: readonly SeedLink[]): Promise<void> {
    const titles = seed.filter(link => link.trashed).map(link => link.title)
    const linkIdArr = await findLinkIds(this.#context.tx, this.#call.actor.personId, titles)
    for (let at = 0; at < linkIdArr.length; at += limits.atOnce)
      await trashLinks(this.#call, { linkIdArr: linkIdArr.slice(at, at + limits.atOnce), isTrash: 1 })
  }

  #savedAt(link: SeedLink): number {
    return assertDefined(this.#times.get(link))
  }

  #asImported(link: SeedLink, collectionId: string): ImportedLink {
    const at = this.#savedAt(link)
    const draft = draftLink({
      link: link.address ?? '',
      name: link.title,
      desc: link.text ?? '',
      category: link.category,
      subCategory: link.kind,
      check_list: link.checklist?.map(([text, done]) => ({ text, done })),
    })
    const { tags = [], favourite = false } = link
    const dates = { createdAt: at, updatedAt: at }
    return {
      draft,
      collectionId,
      tags,
      favouriteAt: favourite ? at : null,
      note: '',
      position: null,
      plain: plainLinkDefaults,
      ...dates,
    }
  }
}
