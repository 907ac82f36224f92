import { limits } from '@nestmark/core/limits'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/db.ts'
import { createCollection } from '../features/collections/createCollection.ts'
import { favouriteCollection } from '../features/collections/updateCollection.ts'
import { draftLink } from '../features/links/draft.ts'
import { trashLinks } from '../features/links/moveLinks.ts'
import { makePerson } from '../features/session/makePerson.ts'
import { registerUser } from '../features/accounts/registerUser.ts'
import { updatePerson } from '../features/session/store.ts'
import { findUserByEmail } from '../features/session/userStore.ts'
import { LinkWriter } from '../features/importExport/importLinkStore.ts'
import { type ImportedLink, LinkPreparer } from '../features/importExport/importPrepare.ts'
import { trashCollections } from '../features/trash/trashCollections.ts'
import type { Call } from '../http/implement.ts'
import type { Pictures } from '../fetching/picture.ts'
import type { Services } from '../services.ts'
import type { Motif } from './motifs.ts'
import { listLinks } from './pictures.ts'
import { dateCollection, idsOf, showPicture } from './store.ts'
import { type SeedPerson, trashedCollection } from './world/people.ts'
import type { SeedCollection, SeedLink } from './world/shapes.ts'

/** The time of the last change in the demo data: the same in every demo library. */
export const lastEvening = Date.UTC(2025, 2, 14, 18)
const newYear = Date.UTC(2025, 0, 2, 9)

export interface Garden {
  tx: Tx
  /** Their database must write in `tx`. */
  services: Services
  pictures: ReadonlyMap<Motif, Pictures>
}

/**
 * Creates one demo person with their library, with the actions of the features.
 * @returns false without changes when the person exists
 */
export async function plantPerson(garden: Garden, person: SeedPerson, password: string): Promise<boolean> {
  const { tx, services } = garden
  const { name, email, plan } = person
  // Checked first: a rejected row would abort the whole transaction on PostgreSQL.
  if (await findUserByEmail(tx, email)) return false
  const inJanuary = { ...services, now: () => newYear }
  const userId = (await registerUser(inJanuary, { email, name, password }))!
  const actor = await makePerson(inJanuary, userId, '')
  await updatePerson(tx, userId, { plan })
  const all = [...person.loose, ...person.collections.flatMap(listLinks)]
  const planting = new Planting(garden, actor, assignTimes(all))
  await planting.links(person.loose, actor.rootId)
  for (const each of person.collections) await planting.collection(each, actor.rootId)
  await planting.trash(all)
  return true
}

/** Assigns times: on the same day, earlier links in the list are newer. */
function assignTimes(links: readonly SeedLink[]): Map<SeedLink, number> {
  return new Map(
    links.map((link, at) => {
      const [month, day] = link.on.split('-').map(Number)
      return [link, Date.UTC(2025, month! - 1, day, 18) - at * 60_000]
    }),
  )
}

class Planting {
  readonly #garden: Garden
  readonly #call: Call
  readonly #times: ReadonlyMap<SeedLink, number>

  constructor(garden: Garden, actor: Actor, times: ReadonlyMap<SeedLink, number>) {
    const upload = () => Promise.reject(new Error('Nothing is uploaded here.'))
    this.#call = { actor, services: garden.services, token: null, ip: '', idempotencyKey: null, upload }
    this.#garden = garden
    this.#times = times
  }

  async collection(planned: SeedCollection, parent: string): Promise<void> {
    const { name, desc = '', inside = [], links = [] } = planned
    const { _id: id } = await createCollection(this.#call, { name, desc, parent })
    await this.links(links, id)
    for (const each of inside) await this.collection(each, id)
    if (planned.favourite) await favouriteCollection(this.#call, { folder_id: id, is_fav: 1 })
    const touched = listLinks(planned).map(link => this.#times.get(link)!)
    const [first, last] =
      touched.length > 0 ? [Math.min(...touched), Math.max(...touched)] : [newYear, newYear]
    await dateCollection(this.#garden.tx, id, first, last)
    if (name === trashedCollection) await trashCollections(this.#call, { folderIdArr: [id], isTrash: 1 })
  }

  async links(planned: readonly SeedLink[], collectionId: string): Promise<void> {
    const { tx, pictures } = this.#garden
    const { personId } = this.#call.actor
    // Oldest first, so that the order of creation is the order of the dates.
    const ordered = planned.toSorted((a, b) => this.#times.get(a)! - this.#times.get(b)!)
    const writer = new LinkWriter(personId, () => lastEvening)
    const links = ordered.map(link => this.#asImported(link, collectionId))
    await writer.write(tx, new LinkPreparer(tx, personId).prepare(links))
    for (const link of planned)
      if (link.picture)
        await showPicture(tx, personId, link.title, pictures.get(link.picture)!, this.#times.get(link)!)
  }

  async trash(planned: readonly SeedLink[]): Promise<void> {
    const titles = planned.filter(link => link.trashed).map(link => link.title)
    const linkIdArr = await idsOf(this.#garden.tx, this.#call.actor.personId, titles)
    for (let at = 0; at < linkIdArr.length; at += limits.atOnce)
      await trashLinks(this.#call, { linkIdArr: linkIdArr.slice(at, at + limits.atOnce), isTrash: 1 })
  }

  #asImported(link: SeedLink, collectionId: string): ImportedLink {
    const at = this.#times.get(link)!
    const draft = draftLink({
      link: link.address ?? '',
      name: link.title,
      desc: link.text ?? '',
      category: link.category,
      subCategory: link.kind,
      check_list: link.checklist?.map(([text, done]) => ({ text, done })),
    })
    const { tags = [], favourite = false } = link
    return { draft, collectionId, tags, favourite, createdAt: at, updatedAt: at }
  }
}
