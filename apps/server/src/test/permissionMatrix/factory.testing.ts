import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { offerCollection } from '@nestmark/contract/sharing/ownershipTransfer'
import { addKey } from '@nestmark/contract/apiKeys'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { saveLink, trashLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { addTags, deleteTags } from '@nestmark/contract/tags'
import { newId } from '../../db/newId.ts'
import { enqueue } from '../../jobs/store.ts'
import type { TestApp } from '../support/app.ts'
import type { Person } from '../support/people.ts'
import type { Role, State } from './roles.testing.ts'

/** A word in the name of everything in a collection of this state. It identifies leaked data in any response. */
export const words: Record<State, string> = {
  private: 'privatine',
  team: 'teamine',
  public: 'publine',
}
/** The same for the collections above a shared one. */
export const wordAbove = 'hushabove'

/** The people of the test; a visitor has no account. */
export type TestPeople = Record<Exclude<Role, 'visitor'>, Person>

/** Generates an API key, as the page does. */
export function freshKey(): string {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return Array.from(bytes, byte => signs[byte % signs.length]).join('')
}

let made = 0

/** The owner's data in one state: a target collection that is shared two levels above, and items that are created in it on request. */
export class Resources {
  readonly state: State
  readonly app: TestApp
  readonly people: TestPeople
  /** The address of another person, whom every user may search. */
  readonly someone: Pick<Person, 'email'>
  /** Private > shared with the reader, suggestions enabled > shared with the writer > the target. */
  above = ''
  top = ''
  middle = ''
  target = ''

  constructor(state: State, app: TestApp, people: TestPeople, someone: Pick<Person, 'email'>) {
    this.state = state
    this.someone = someone
    this.app = app
    this.people = people
  }

  /** Creates the target and shares it according to the state. */
  async build(): Promise<this> {
    const { owner, write, read } = this.people
    const make = (name: string, parent?: string) =>
      owner.call(createCollection, { name, ...(parent && { parent }) }).then(made => made._id)
    this.above = await make(`${wordAbove} ${this.state}`)
    this.top = await make(this.name('top'), this.above)
    this.middle = await make(this.name('middle'), this.top)
    this.target = await make(this.name('target'), this.middle)
    if (this.state === 'private') return this
    await owner.call(setPermissions, {
      folder_id: this.top,
      read: this.state === 'team' ? 1 : 3,
      write: 0,
      enable_sugg: 1,
      read_members: [read.id],
    })
    await owner.call(setPermissions, {
      folder_id: this.middle,
      read: 0,
      write: 1,
      write_members: [write.id],
    })
    return this
  }

  name(what: string): string {
    return `${what} ${words[this.state]} ${++made}`
  }

  /** Returns a name that does not identify a target. */
  ownName(): string {
    return `own ${++made}`
  }

  /** Returns a note, which creates no job. */
  note(more: object = {}) {
    return { name: this.name('note'), desc: this.name('text'), category: 4 as const, ...more }
  }

  /** Creates a link in plain text in the target, with a tag. */
  async link(parent = this.target): Promise<string> {
    const form = { ...this.note({ tags: [this.name('tag')] }), parent, plain: 1 as const }
    return (await this.people.owner.call(saveLink, form))._id
  }

  /** Creates an empty collection in the target. */
  async collection(parent = this.target, name = this.name('inside')): Promise<string> {
    return (await this.people.owner.call(createCollection, { name, parent }))._id
  }

  /** Creates a collection in the target, with a collection and a link in it. */
  async fullCollection(): Promise<string> {
    const id = await this.collection()
    await this.collection(id)
    await this.link(id)
    return id
  }

  /** Creates a collection in the target that is itself shared with the members. */
  async sharedCollection(): Promise<string> {
    const { owner, write, read } = this.people
    const folder_id = await this.collection()
    if (this.state !== 'private')
      await owner.call(setPermissions, {
        folder_id,
        read: 1,
        write: 1,
        read_members: [read.id],
        write_members: [write.id],
      })
    return folder_id
  }

  /** Creates a collection that is itself shared with the write member, under one where they have no write access. */
  async shareRoot(): Promise<string> {
    const { owner, write } = this.people
    const folder_id = await this.collection(this.top)
    if (this.state !== 'private')
      await owner.call(setPermissions, { folder_id, read: 0, write: 1, write_members: [write.id] })
    return folder_id
  }

  async trashedShareRoot(): Promise<string> {
    const id = await this.shareRoot()
    await this.people.owner.call(trashCollections, { folderIdArr: [id] })
    return id
  }

  /** Creates a collection in the target that is offered to the write member, if there is one. */
  async offered(): Promise<string> {
    const { owner, write } = this.people
    const folder_id = await this.collection()
    if (this.state !== 'private') await owner.call(offerCollection, { folder_id, person_id: write.id })
    return folder_id
  }

  async trashedLink(): Promise<string> {
    const id = await this.link()
    await this.people.owner.call(trashLinks, { linkIdArr: [id] })
    return id
  }

  async trashedCollection(): Promise<string> {
    const id = await this.fullCollection()
    await this.people.owner.call(trashCollections, { folderIdArr: [id] })
    return id
  }

  /** Creates a link of the caller, in no collection; of the owner for a visitor. */
  async ownLink(role: Role): Promise<string> {
    const who = this.people[role === 'visitor' ? 'owner' : role]
    return (await who.call(saveLink, { name: `own ${++made}`, desc: 'own', category: 4 }))._id
  }

  /** Creates a top-level collection of the caller; of the owner for a visitor. */
  async ownCollection(role: Role): Promise<string> {
    const who = this.people[role === 'visitor' ? 'owner' : role]
    return (await who.call(createCollection, { name: `own ${++made}` }))._id
  }

  /** Creates a link in the target with a note by the owner, and by the caller if possible. */
  async notedLink(role?: Role): Promise<string> {
    const link_id = await this.link()
    await this.people.owner.call(saveNote, { link_id, note: 'noteofowner' })
    if (!role || role === 'visitor' || role === 'owner') return link_id
    const noted = this.people[role].call(saveNote, { link_id, note: `noteof${role}` })
    await noted.catch(() => undefined)
    return link_id
  }

  /** Creates a person who signed up and has never used the product, and returns their id. */
  async newAccount(): Promise<string> {
    const [id, at] = [newId(), this.app.clock.now]
    const user = { id, name: 'nils', email: `${id}@example.org`, emailVerified: 1, image: null }
    await this.app.services.db.write(tx =>
      tx
        .insertInto('user')
        .values({ ...user, createdAt: at, updatedAt: at })
        .execute(),
    )
    return id
  }

  /** Creates a tag of the owner, on a link in the target. */
  async tag(): Promise<string> {
    const name = this.name('tag')
    await this.people.owner.call(saveLink, { ...this.note({ tags: [name] }), parent: this.target })
    return (await this.people.owner.call(addTags, { tags: [name] }))[name]!
  }

  async deletedTag(): Promise<string> {
    const id = await this.tag()
    await this.people.owner.call(deleteTags, { tags: [id] })
    return id
  }

  /** Performs an action in the target and returns the owner's undo key. */
  async undoRecord(): Promise<string> {
    return (await this.people.owner.call(trashLinks, { linkIdArr: [await this.link()] })).undo!
  }

  /** Returns the activity list entry of an action of the owner; a missing id where the list has no entry. */
  async activity(): Promise<string> {
    const undoKey = await this.undoRecord()
    const { read } = this.app.services.db
    const entry = await read
      .selectFrom('activities')
      .select('id')
      .where('undo_id', '=', undoKey)
      .executeTakeFirst()
    return entry?.id ?? 'nothing'
  }

  async key(): Promise<string> {
    return (await this.people.owner.call(addKey, { key: freshKey(), name: this.name('key') }))._id
  }

  /** Creates a pending suggestion of the reader for the target. */
  suggestion(): Promise<string> {
    const at = this.app.clock.now
    // The content is the suggester's, so it does not name the target.
    const form = {
      name: `suggested ${++made}`,
      desc: 'x',
      category: 4,
      link: '',
      tags: [],
      subCategory: null,
    }
    return this.insert('suggestions', {
      collection_id: this.target,
      recipient_id: this.people.owner.id,
      suggester_id: this.people.read.id,
      claim_hash: null,
      form: JSON.stringify(form),
      state: 'pending',
      word: '',
      link_id: null,
      version: 1,
      created_at: at,
      updated_at: at,
      decided_at: null,
    })
  }

  /** Creates an unread notification of the owner. */
  notification(): Promise<string> {
    return this.insert('notifications', {
      person_id: this.people.owner.id,
      // Unread notifications of the same kind and collection are merged; only this test uses the target.
      action: `add_link ${++made}`,
      collection_id: this.target,
      from_id: this.people.write.id,
      count: 1,
      subject: this.name('subject'),
      updated_at: this.app.clock.now,
      read_at: null,
    })
  }

  /** Creates a job of the owner that is not due. */
  job(): Promise<string> {
    const now = this.app.clock.now
    const job = { ownerId: this.people.owner.id, kind: 'bulk', payload: {}, now, runAfter: now + 86_400_000 }
    return this.app.services.db.write(tx => enqueue(tx, job))
  }

  private async insert(
    table: 'suggestions' | 'notifications' | 'webhook_deliveries',
    row: object,
  ): Promise<string> {
    const id = newId()
    await this.app.services.db.write(tx =>
      tx
        .insertInto(table)
        .values({ id, ...row } as never)
        .execute(),
    )
    return id
  }
}
