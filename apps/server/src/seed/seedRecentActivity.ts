import { assertDefined } from '@nestmark/core/assertDefined'
import { saveLink as saveContract, updateLink as updateContract } from '@nestmark/contract/links/links'
import { createWebhook as createContract } from '@nestmark/contract/webhooks'
import * as z from 'zod/mini'
import { addSuggestion as addSuggestionCall } from '@nestmark/contract/sharing/suggestions'
import { createCollection } from '../features/collections/createCollection.ts'
import { updateLink } from '../features/links/saving/updateLink.ts'
import { moveLinks, tagLinks, trashLinks } from '../features/links/sets/linkActions.ts'
import { saveLink } from '../features/links/saving/saveLinks.ts'
import { addUpdateHighlights } from '../features/highlights/saveHighlight.ts'
import { findUserByEmail } from '../features/session/userStore.ts'
import { setPermissions } from '../features/share/permissions.ts'
import { markRead } from '../features/notifications/store.ts'
import { addSuggestion, deleteSuggestions } from '../features/suggestions/suggestions.ts'
import { approveSuggestions } from '../features/suggestions/approveSuggestions.ts'
import { createWebhook, updateWebhook } from '../features/webhooks/webhooks.ts'
import type { Call } from '../calls/call.ts'
import type { CallWith } from '../services.ts'
import { highlights } from './data/highlights.ts'
import { callAs, type SeedContext } from './seedPerson.ts'
import { findCollectionId, deleteJobs, findLinkIds, listNotificationIds } from './store.ts'
import { suggested, type SeedSuggestion } from './data/suggested.ts'

const hour = 3_600_000
const day = 24 * hour

/**
 * Creates the recent interactions of the demo people with the actions of the features: shares, saves, edits,
 * pending and decided suggestions. These create the notifications and activity.
 * @param present the time of seeding, in milliseconds since 1970: older entries would soon expire
 */
export async function seedRecentActivity(context: SeedContext, present: number): Promise<void> {
  const { tx } = context
  const as = (name: string, ago: number) => callAs(context, name, present - ago)
  const owner = (await as('ada', 0)).actor.personId
  await seedShares(context, present - 9 * day)
  const turf = await findCollectionId(tx, owner, 'Turf & timber')
  const findLinkId = async (title: string) => assertDefined((await findLinkIds(tx, owner, [title]))[0])

  await save(await as('willem', 6 * day), turf, {
    name: 'Een zodenhuis bouwen in twaalf tekeningen',
    link: 'https://zodenhuis.example/tekeningen',
    category: 3,
    tags: ['walls'],
  })
  const visit = await createCollection(await as('ada', 5 * day + 2 * hour), {
    name: 'Site visit in June',
    desc: 'What to bring, whom to ask, where to sleep.',
    parent: turf,
  })
  for (const [at, [name, desc]] of [
    ['Bus timetable, Varmahlíð to Hólar', 'Twice a day, not on Sundays.'],
    ['Permit for pictures from the air', 'Ask the museum at least two weeks before.'],
    ['Who has the key to the old kitchen', 'The farm nearby, after four.'],
  ].entries())
    await save(await as('willem', 5 * day - at * 60_000), visit._id, {
      name,
      desc,
      category: 4,
    })
  const notes = await findLinkId('Wall section, notes from the site visit')
  const desc =
    'Order of layers, outside in: turf block (klömbruhnaus), strip turf every second course, gravel drain, birch bark ×4, boards. The museum says the bark was overlapped upwards.'
  await updateLink(await as('willem', 3 * day), z.parse(updateContract.input, { link_id: notes, desc }))
  await moveLinks(await as('willem', 2 * day), {
    links: [await findLinkId('Permit for pictures from the air')],
    except: [],
    move_to: turf,
  })
  await tagLinks(await as('willem', day + 3 * hour), {
    links: [notes],
    except: [],
    added_tags_name: ['museum'],
    deleted_tags: [],
  })
  await trashLinks(await as('willem', day), {
    linkIdArr: [await findLinkId('Bus timetable, Varmahlíð to Hólar')],
    except: [],
    isTrash: 1,
  })
  await save(await as('ada', 3 * hour), turf, {
    name: 'Slate and turf: two roofs through one winter',
    link: 'https://coldhouse.example/roofs/slate-and-turf',
    category: 3,
    tags: ['roof'],
  })
  await seedSuggestions(context, present)
  // Older notifications are read.
  for (const name of ['ada', 'willem', 'rosa']) {
    const { actor } = await as(name, 0)
    const old = await listNotificationIds(tx, actor.personId, present - 4 * day)
    if (old.length > 0) await markRead(tx, actor.personId, present - 3 * day, old)
  }
  await seedWebhook(await as('ada', 4 * day), turf)
  // Demo addresses do not exist, so nothing may be fetched.
  await deleteJobs(tx)
}

/** Creates a disabled webhook, because its address does not exist. */
async function seedWebhook(call: CallWith<'poster'>, folder_id: string): Promise<void> {
  const form = {
    address: 'https://coldhouse.example/site-diary',
    desc: 'Diary of the building site',
    folder_id,
  }
  const { webhook } = await createWebhook(call, z.parse(createContract.input, form))
  await updateWebhook(call, { webhook_id: webhook._id, is_active: 0 })
}

type Form = Parameters<typeof z.parse<typeof saveContract.input>>[1]

const save = (call: Call, parent: string, form: Form) =>
  saveLink(call, z.parse(saveContract.input, { ...(form as object), parent }))

async function seedSuggestions(context: SeedContext, present: number): Promise<void> {
  for (const each of suggested) {
    const { to, collection, from, ago, decided } = each
    const at = present - ago * hour
    const recipient = await callAs(context, to, decided ? at + decided.after * hour : at)
    const parent = await findCollectionId(context.tx, recipient.actor.personId, collection)
    const call: Parameters<typeof addSuggestion>[0] = from
      ? await callAs(context, from, at)
      : { ...(await callAs(context, to, at)), actor: null }
    const { sugg_id: id } = await addSuggestion(
      call,
      z.parse(addSuggestionCall.input, { ...toSuggestionForm(each), parent }),
    )
    if (decided?.approve) await approveSuggestions(recipient, { sugg_arr: [id] })
    else if (decided)
      await deleteSuggestions(recipient, { sugg_arr: [id], type: 'to_me', word: decided.word ?? '' })
  }
}

const toSuggestionForm = ({ title, address, text, category, tags = [] }: SeedSuggestion) => ({
  name: title,
  link: address ?? '',
  desc: text ?? '',
  category,
  tags: [...tags],
})

/** Highlights pages as Ada, the oldest first. */
export async function seedHighlights(context: SeedContext): Promise<void> {
  for (const page of highlights.toReversed()) {
    const call = await callAs(context, 'ada', Date.parse(`2025-${page.on}T18:30:00Z`))
    const entries = page.highlights.map(([text, comm, style]) => ({ text, comm, style }))
    await addUpdateHighlights(call, {
      url: page.address,
      title: page.title,
      highlights: JSON.stringify(entries),
    })
  }
}

interface Share {
  owner: string
  collection: string
  readers?: string[]
  writers?: string[]
  anyone?: true
  suggestions?: true
}

/** The shares of the demo people, and the collections that accept suggestions. */
const shares: Share[] = [
  { owner: 'ada', collection: 'Turf & timber', readers: ['rosa'], writers: ['willem'] },
  { owner: 'ada', collection: 'Reading pile', anyone: true, suggestions: true },
  { owner: 'ada', collection: 'Papers to cite', readers: ['willem'], suggestions: true },
  { owner: 'willem', collection: 'Slaapwagens', readers: ['ada', 'rosa'], suggestions: true },
]

/**
 * Creates the shares of the demo people, who must exist.
 * @param at time of the shares, in milliseconds since 1970
 */
async function seedShares(context: SeedContext, at: number): Promise<void> {
  const { tx } = context
  const findUserIds = (names: string[] = []) =>
    Promise.all(names.map(async name => assertDefined(await findUserByEmail(tx, `${name}@example.org`)).id))
  for (const { owner, collection, readers, writers, anyone, suggestions } of shares) {
    const call = await callAs(context, owner, at)
    await setPermissions(call, {
      folder_id: await findCollectionId(tx, call.actor.personId, collection),
      read: anyone ? 3 : 1,
      write: writers ? 1 : 0,
      read_members: await findUserIds(readers),
      write_members: await findUserIds(writers),
      read_members_remove: [],
      write_members_remove: [],
      enable_sugg: suggestions ? 1 : 0,
    })
  }
}
