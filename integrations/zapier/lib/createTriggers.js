import { callApi } from './callApi.js'
import { readCall } from './readCall.js'

/**
 * Returns two triggers for the same items: an instant one by a webhook, and one that Zapier polls, which needs only a key
 * of scope read.
 * @param kind `event` and `list` of the webhook, `toItem` of a subject, and `newest`, which returns the newest subjects
 */
export function createTriggers({ key, noun, event, list, inputFields = [], sample, toItem, newest }) {
  const toItems = subjects => subjects.map(toItem).filter(item => item !== null)
  const performList = async (z, bundle) => toItems(await newest(z, bundle))
  const display = { label: `New ${noun}`, description: `Triggers when a new ${noun.toLowerCase()} is saved.` }
  const byWebhook = {
    type: 'hook',
    inputFields,
    sample,
    performSubscribe: async (z, bundle) => {
      const form = {
        address: bundle.targetUrl,
        desc: 'Zapier',
        events: [event],
        folder_id: bundle.inputData.collection || null,
      }
      const { webhook, secret } = await callApi(z, bundle, 'create-webhook', form)
      return { id: webhook._id, secret }
    },
    performUnsubscribe: async (z, bundle) => {
      await callApi(z, bundle, 'delete-webhook', { webhook_id: bundle.subscribeData.id }).catch(error => {
        // It is gone already, with its key or by hand.
        if (!String(error.message).includes('webhooks.notFound')) throw error
      })
      return {}
    },
    perform: (z, bundle) => toItems(readCall(z, bundle, event, list)),
    performList,
  }
  return [
    { key, noun, display, operation: byWebhook },
    {
      key: `${key}_polling`,
      noun,
      display: {
        label: `${display.label} (Polling)`,
        description: `${display.description} For keys of scope read, and servers that cannot call Zapier.`,
      },
      operation: { type: 'polling', inputFields, sample, perform: performList },
    },
  ]
}
