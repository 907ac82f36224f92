import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { flag, id, time } from '../shapes.ts'
import { member } from './shareShapes.ts'

const folder = z.object({ _id: id, name: z.string() })

export const offerCollection = operation({
  path: 'offer-collection',
  access: 'account',
  summary:
    'Offers the ownership of a collection with its contents to one of its members. Nothing changes until they accept; another offer of the same collection replaces this one.',
  input: z.object({ folder_id: id, person_id: id }),
  errors: [
    'collections.notFound',
    'collections.readOnly',
    'collections.rootFixed',
    'collections.inTrash',
    'ownershipTransfer.notMember',
  ],
  events: ['ownership.offered'],
})

export const withdrawOffer = operation({
  path: 'withdraw-offer',
  access: 'account',
  summary: 'Withdraws the offer of a collection. An accepted offer cannot be withdrawn.',
  input: z.object({ folder_id: id }),
  errors: ['ownershipTransfer.expired'],
  touches: ['shares', 'notifications'],
})

export const answerOffer = operation({
  path: 'answer-offer',
  access: 'account',
  summary:
    'Accepts (1) or declines (0) the offer of a collection. On acceptance, the collection moves with its contents to the top level of the new owner, and the old owner keeps write access. A large collection is transferred by a job (202).',
  input: z.object({ folder_id: id, accept: flag }),
  output: z.object({ job: z.optional(id) }),
  errors: [
    'ownershipTransfer.expired',
    'ownershipTransfer.importing',
    'collections.inTrash',
    'plan.links',
    'plan.collections',
  ],
  events: ['ownership.accepted', 'ownership.declined'],
  touches: ['collections', 'links', 'tags', 'favourites', 'trash', 'suggestions', 'profile', 'jobs'],
})

export const listOffers = operation({
  path: 'get-offers',
  access: 'account',
  summary:
    'Lists the collections that others offer to the person and those that the person offers, newest first.',
  output: z.object({
    to_me: z.array(
      z.object({
        folder,
        from: z.object({ name: z.string(), email: z.string() }),
        /** Links and collections in it, without the trash and without the collection itself. */
        links: z.number(),
        folders: z.number(),
        offered_date: time,
      }),
    ),
    by_me: z.array(z.object({ folder, to: member, offered_date: time })),
  }),
  reads: ['shares', 'collections', 'links'],
})
