import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { collection, loadOptions } from './lib/properties'
import { saveLink } from './lib/saveLink'

/** Saves links. */
export class Nestmark implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Nestmark',
    name: 'nestmark',
    icon: { light: 'file:nestmark.svg', dark: 'file:nestmark.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Save links in Nestmark',
    defaults: { name: 'Nestmark' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'nestmarkApi', required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [{ name: 'Link', value: 'link' }],
        default: 'link',
      },
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        displayOptions: { show: { resource: ['link'] } },
        options: [
          { name: 'Save', value: 'save', action: 'Save a link', description: 'Save a link with tags' },
        ],
        default: 'save',
      },
      { displayName: 'Address', name: 'address', type: 'string', required: true, default: '' },
      {
        displayName: 'Title',
        name: 'title',
        type: 'string',
        default: '',
        description: 'Without one, the link gets the title of the page',
      },
      {
        displayName: 'Description',
        name: 'description',
        type: 'string',
        typeOptions: { rows: 3 },
        default: '',
      },
      {
        displayName: 'Tags',
        name: 'tags',
        type: 'string',
        default: '',
        description: 'Separated by commas, or a list from an expression',
      },
      collection,
    ],
  }

  methods = { loadOptions }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = []
    for (const index of this.getInputData().keys()) {
      try {
        results.push({ json: await saveLink(this, index), pairedItem: { item: index } })
      } catch (error) {
        if (!this.continueOnFail())
          throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: index })
        results.push({ json: { error: (error as Error).message }, pairedItem: { item: index } })
      }
    }
    return [results]
  }
}
