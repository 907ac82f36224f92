import { expect, test } from 'vitest'
import { activityKind } from './activity.ts'
import { eventTypes } from './eventTypes.ts'
import { notificationAction } from './notifications.ts'
import { hookEvents } from './webhooks.ts'

const entries = Object.values(eventTypes)
const names = (part: 'notification' | 'activity' | 'webhook') =>
  [...new Set(entries.map(each => each[part]).filter(name => name !== null))].toSorted()

test('every notification, activity and webhook event comes from an event type', () => {
  expect(names('notification')).toEqual(notificationAction.options.toSorted())
  expect(names('activity')).toEqual(activityKind.options.toSorted())
  expect(names('webhook')).toEqual([...hookEvents].toSorted())
})
