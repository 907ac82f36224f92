import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow'
import { ApiFailure, callApi } from './callApi'
import { type Event, type HookEvent, itemsOfEvents } from './newItems'

/** The webhook of a trigger, in the data that n8n keeps for it. */
interface Subscription {
  webhookId?: string
  secret?: string
}

const readSubscription = (node: IHookFunctions | IWebhookFunctions): Subscription =>
  node.getWorkflowStaticData('node')

/** Returns whether the webhook of the trigger exists, is on, and calls this address. */
export async function isSubscribed(node: IHookFunctions): Promise<boolean> {
  const { webhookId } = readSubscription(node)
  if (!webhookId) return false
  const hooks = await callApi<{ _id: string; address: string; is_active: boolean }[]>(node, 'list-webhooks')
  const address = node.getNodeWebhookUrl('default')
  return hooks.some(hook => hook._id === webhookId && hook.is_active && hook.address === address)
}

/** Creates the webhook of the trigger. */
export async function subscribe(node: IHookFunctions): Promise<void> {
  const form = {
    address: node.getNodeWebhookUrl('default'),
    desc: 'n8n',
    events: [node.getNodeParameter('event')],
    folder_id: (node.getNodeParameter('collection', '') as string) || null,
  } as IDataObject
  const { webhook, secret } = await callApi<{ webhook: { _id: string }; secret: string }>(
    node,
    'create-webhook',
    form,
  )
  Object.assign(readSubscription(node), { webhookId: webhook._id, secret })
}

/** Deletes the webhook of the trigger. */
export async function unsubscribe(node: IHookFunctions): Promise<void> {
  const subscription = readSubscription(node)
  const { webhookId: webhook_id } = subscription
  if (!webhook_id) return
  delete subscription.webhookId
  delete subscription.secret
  await callApi(node, 'delete-webhook', { webhook_id }).catch((error: unknown) => {
    // It is deleted already, with its key or by hand.
    if (!(error instanceof ApiFailure && error.code === 'webhooks.notFound')) throw error
  })
}

/** Returns the new items of a call of the webhook; null for a call that is not signed with its secret. */
export function readCall(node: IWebhookFunctions): IDataObject[] | null {
  const { secret } = readSubscription(node)
  const content = String(node.getRequestObject().rawBody)
  const signature = String(node.getHeaderData()['nestmark-signature'])
  if (!secret || !isSigned(content, signature, secret)) return null
  const { events } = JSON.parse(content) as { events: HookEvent[] }
  return itemsOfEvents(events, node.getNodeParameter('event') as Event)
}

/** The maximum difference of the clocks, in seconds. An older call may be a repeated one. */
const maxAge = 300

function isSigned(content: string, header: string, secret: string): boolean {
  const [, time, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (!time || !given || Math.abs(Date.now() / 1000 - Number(time)) > maxAge) return false
  const expected = createHmac('sha256', secret).update(`${time}.${content}`).digest()
  return timingSafeEqual(expected, Buffer.from(given, 'hex'))
}
