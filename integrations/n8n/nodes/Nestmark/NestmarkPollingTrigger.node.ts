import {
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IPollFunctions,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { pollItems } from './lib/newItems'
import { loadOptions, triggerProperties } from './lib/properties'

/** Starts a workflow by asking at intervals, for an n8n that the server cannot call. */
export class NestmarkPollingTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Nestmark Polling Trigger',
    name: 'nestmarkPollingTrigger',
    icon: { light: 'file:nestmark.svg', dark: 'file:nestmark.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["event"]}}',
    description: 'Starts the workflow when a link or a highlight is saved, by asking at intervals',
    defaults: { name: 'Nestmark Polling Trigger' },
    polling: true,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'nestmarkApi', required: true }],
    properties: triggerProperties,
  }

  methods = { loadOptions }

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    const items = await pollItems(this).catch((error: JsonObject) => {
      throw new NodeApiError(this.getNode(), error)
    })
    return items.length > 0 ? [this.helpers.returnJsonArray(items)] : null
  }
}
