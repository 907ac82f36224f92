import { callApi } from './lib/callApi.js'

/** The address of a Nestmark server, and an API key of it. */
export const authentication = {
  type: 'custom',
  fields: [
    {
      key: 'server',
      label: 'Address of your Nestmark',
      type: 'string',
      required: true,
      helpText: 'For example https://links.example.org',
    },
    {
      key: 'apiKey',
      label: 'API Key',
      type: 'password',
      required: true,
      helpText: 'Create a key of scope write in Nestmark under **Settings → API Key**.',
    },
  ],
  test: async (z, bundle) => {
    const { name, username } = await callApi(z, bundle, 'user-data')
    return { name, username }
  },
  connectionLabel: '{{name}}',
}
