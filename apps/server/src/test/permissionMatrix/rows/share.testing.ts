import * as ownershipTransfer from '@nestmark/contract/sharing/ownershipTransfer'
import * as share from '@nestmark/contract/sharing/share'
import { makeInvitation, makeMembership } from '../members.testing.ts'
import { signedInOnly, owners, type Row } from '../row.testing.ts'

const readOnly = 'collections.readOnly'
const notFound = 'collections.notFound'

export const shareRows: readonly Row[] = [
  {
    op: share.makeLinkPublic,
    key: 'none',
    input: async resources => ({ link_id: await resources.link(), is_public: 1 }),
    expect: owners('links.readOnly', 'links.notFound'),
  },
  {
    op: share.shareLink,
    key: 'none',
    input: async resources => ({ link_id: await resources.link() }),
    expect: owners('links.readOnly', 'links.notFound'),
  },
  {
    op: share.createShortLink,
    key: 'none',
    input: async resources => ({ folder_id: await resources.collection() }),
    expect: owners(readOnly, notFound),
  },
  {
    op: share.visitLink,
    key: 'ignored',
    changes: false,
    loggedOut: '203 links.private',
    input: async resources => ({ link_id: await resources.link() }),
    expect: {
      private: Array(5).fill('203 links.private') as never,
      team: Array(5).fill('203 links.private') as never,
      public: ['done', 'done', 'done', 'done', 'done'],
    },
  },
  {
    op: share.findMember,
    key: 'none',
    changes: false,
    input: resources => ({ email: resources.someone.email }),
    expect: signedInOnly,
  },
  {
    op: share.setPermissions,
    key: 'none',
    input: async resources => ({
      folder_id: await resources.collection(),
      read: 3,
      write: 1,
      write_members: [await resources.newAccount()],
    }),
    expect: owners(readOnly, notFound),
  },
  {
    op: share.setMemberRole,
    key: 'none',
    input: async resources => ({ ...(await makeMembership(resources)), type: 'write' }),
    expect: owners(readOnly, notFound),
  },
  {
    op: share.removeMember,
    key: 'none',
    input: makeMembership,
    expect: owners(readOnly, notFound),
  },
  {
    op: share.inviteMember,
    key: 'none',
    input: async resources => ({
      folder_id: await resources.collection(),
      email: resources.someone.email,
      type: 'read',
    }),
    expect: owners(readOnly, notFound),
  },
  {
    op: share.resendInvitation,
    key: 'none',
    input: makeInvitation,
    expect: owners(readOnly, notFound),
  },
  {
    op: share.cancelInvitation,
    key: 'none',
    input: makeInvitation,
    expect: owners(readOnly, notFound),
  },
  {
    op: share.requestAccess,
    key: 'none',
    changes: 'maybe',
    input: async resources => ({ folder_id: await resources.collection() }),
    expect: { private: signedInOnly, team: signedInOnly, public: signedInOnly },
  },
  {
    op: share.declineAccess,
    key: 'none',
    changes: 'maybe',
    input: resources => ({ folder_id: resources.target, person_id: resources.people.noAccess.id }),
    expect: owners(readOnly, notFound),
  },
  {
    op: share.getPermissions,
    key: 'none',
    changes: false,
    input: resources => ({ folder_id: resources.top }),
    expect: {
      ...owners(readOnly, notFound),
      // The write member has access only to a descendant.
      team: ['done', notFound, readOnly, notFound, 'session.noToken'],
    },
  },
  {
    op: share.listPeopleWithAccess,
    key: 'none',
    changes: false,
    input: resources => ({ folder_id: resources.target }),
    expect: owners(readOnly, notFound),
  },
  { op: share.listSharedCollections, key: 'read', input: () => ({}), expect: signedInOnly, empty: [] },
  { op: share.getSharedTrees, key: 'read', input: () => ({}), expect: signedInOnly, empty: [] },
  {
    op: share.leaveCollection,
    key: 'none',
    input: async resources => ({ folder_id: await resources.sharedCollection() }),
    expect: {
      private: [notFound, notFound, notFound, notFound, 'session.noToken'],
      team: [notFound, 'done', 'done', notFound, 'session.noToken'],
      public: [notFound, 'done', 'done', notFound, 'session.noToken'],
    },
  },
]

const expired = 'ownershipTransfer.expired'
const noToken = 'session.noToken'
const toWriter = {
  private: [expired, expired, expired, expired, noToken],
  team: [expired, 'done', expired, expired, noToken],
  public: [expired, 'done', expired, expired, noToken],
} as const

/** Last in the table, because accepted collections belong to another person afterwards. */
export const ownershipTransferRows: readonly Row[] = [
  {
    op: ownershipTransfer.listOffers,
    key: 'none',
    changes: false,
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: { to_me: [], by_me: [] },
  },
  {
    op: ownershipTransfer.offerCollection,
    key: 'none',
    input: async resources => ({
      folder_id: await resources.collection(),
      person_id: resources.people.write.id,
    }),
    expect: {
      ...owners(readOnly, notFound),
      private: ['ownershipTransfer.notMember', notFound, notFound, notFound, noToken],
    },
  },
  {
    op: ownershipTransfer.withdrawOffer,
    key: 'none',
    input: async resources => ({ folder_id: await resources.offered() }),
    expect: {
      private: [expired, expired, expired, expired, noToken],
      team: ['done', expired, expired, expired, noToken],
      public: ['done', expired, expired, expired, noToken],
    },
  },
  {
    op: ownershipTransfer.answerOffer,
    key: 'none',
    input: async resources => ({ folder_id: await resources.offered(), accept: 0 }),
    expect: toWriter,
  },
  {
    op: ownershipTransfer.answerOffer,
    case: 'accepted',
    key: 'none',
    input: async resources => ({ folder_id: await resources.offered(), accept: 1 }),
    expect: toWriter,
  },
]
