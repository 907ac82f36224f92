import {
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { loadOptions, triggerProperties } from './lib/properties'
import { isSubscribed, readCall, subscribe, unsubscribe } from './lib/subscription'

/** Starts a workflow by a webhook, within seconds. */
export class NestmarkTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Nestmark Trigger',
    name: 'nestmarkTrigger',
    icon: { light: 'file:nestmark.svg', dark: 'file:nestmark.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["event"]}}',
    description: 'Starts the workflow when a link or a highlight is saved, by a webhook',
    defaults: { name: 'Nestmark Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'nestmarkApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: triggerProperties,
  }

  methods = { loadOptions }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return isSubscribed(this).catch((error: JsonObject) => {
          throw new NodeApiError(this.getNode(), error)
        })
      },
      async create(this: IHookFunctions): Promise<boolean> {
        await subscribe(this).catch((error: JsonObject) => {
          throw new NodeApiError(this.getNode(), error)
        })
        return true
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        await unsubscribe(this).catch((error: JsonObject) => {
          throw new NodeApiError(this.getNode(), error)
        })
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const items = readCall(this)
    if (items === null) {
      this.getResponseObject().status(401).end()
      return { noWebhookResponse: true }
    }
    // A call without such items, as a test, starts nothing.
    return items.length > 0 ? { workflowData: [this.helpers.returnJsonArray(items)] } : {}
  }
}
