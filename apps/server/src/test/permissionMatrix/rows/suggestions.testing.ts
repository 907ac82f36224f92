import * as notifications from '@nestmark/contract/notifications'
import * as suggestions from '@nestmark/contract/sharing/suggestions'
import { noToken, signedInOnly, signedInUnchanged, type Row } from '../row.testing.ts'

const decided = (owner: 'done' | 'suggestions.notFound', suggester: 'done' | 'suggestions.notFound') => {
  const line = [owner, 'suggestions.notFound', suggester, 'suggestions.notFound', noToken] as const
  return { private: line, team: line, public: line }
}

export const suggestionRows: readonly Row[] = [
  {
    op: suggestions.addSuggestion,
    key: 'write',
    input: resources => ({ ...resources.note(), parent: resources.target }),
    expect: {
      private: [
        'suggestions.closed',
        'collections.notFound',
        'collections.notFound',
        'collections.notFound',
        'collections.notFound',
      ],
      team: [
        'suggestions.closed',
        'suggestions.closed',
        'done',
        'collections.notFound',
        'collections.notFound',
      ],
      public: ['suggestions.closed', 'suggestions.closed', 'done', 'done', 'done'],
    },
  },
  {
    op: suggestions.updateSuggestion,
    key: 'write',
    input: async resources => ({ sugg_id: await resources.suggestion(), name: resources.ownName() }),
    expect: decided('done', 'done'),
  },
  {
    op: suggestions.approveSuggestions,
    key: 'write',
    input: async resources => ({ approveSuggLinkId: await resources.suggestion() }),
    expect: decided('done', 'suggestions.notFound'),
  },
  {
    op: suggestions.deleteSuggestions,
    key: 'write',
    input: async resources => ({ sugg_id: await resources.suggestion(), type: 'to_me' }),
    expect: decided('done', 'suggestions.notFound'),
  },
  {
    op: suggestions.deleteSuggestions,
    case: 'withdrawn',
    key: 'write',
    input: async resources => ({ sugg_id: await resources.suggestion(), type: 'by_me' }),
    expect: decided('suggestions.notFound', 'done'),
  },
  {
    op: suggestions.claimSuggestions,
    key: 'write',
    input: async resources => ({
      suggestions: [{ sugg_id: await resources.suggestion(), claim: 'a guess' }],
    }),
    expect: signedInUnchanged,
    empty: { claimed: [] },
  },
  {
    op: suggestions.listReceivedSuggestions,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    empty: [],
  },
  { op: suggestions.listSentSuggestions, key: 'read', input: () => ({}), expect: signedInOnly, empty: [] },
  {
    op: suggestions.countSuggestions,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    empty: { to_me: 0, by_me: 0 },
  },
]

const passedOver = ['done', 'same', 'same', 'same', noToken] as const

const wrong = 'notifications.stopKeyWrong'

export const notificationRows: readonly Row[] = [
  {
    op: notifications.unsubscribeDigest,
    key: 'ignored',
    input: resources => ({ person: resources.people.owner.id, key: 'a guess' }),
    expect: [wrong, wrong, wrong, wrong, wrong],
    loggedOut: wrong,
  },
  { op: notifications.notifications, key: 'read', input: () => ({}), expect: signedInOnly, empty: [] },
  {
    op: notifications.countNotifications,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    empty: { count: 0, total: 0 },
  },
  {
    op: notifications.markNotificationsRead,
    key: 'write',
    input: async resources => ({ notficationIdArr: [await resources.notification()] }),
    expect: { private: passedOver, team: passedOver, public: passedOver },
  },
  {
    op: notifications.markAllNotificationsRead,
    key: 'write',
    before: resources => resources.notification(),
    input: () => ({}),
    expect: ['done', 'done', 'done', 'same', noToken],
    empty: { read: 0 },
  },
]
