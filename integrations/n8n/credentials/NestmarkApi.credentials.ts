import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow'

/** The address of a Nestmark server, and an API key of it. */
export class NestmarkApi implements ICredentialType {
  name = 'nestmarkApi'

  displayName = 'Nestmark API'

  documentationUrl = 'https://nestmark.example/docs/integrations'

  icon: Icon = {
    light: 'file:../nodes/Nestmark/nestmark.svg',
    dark: 'file:../nodes/Nestmark/nestmark.dark.svg',
  }

  properties: INodeProperties[] = [
    {
      displayName: 'Address of Your Nestmark',
      name: 'server',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'https://links.example.org',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description: 'Create a key of scope write in Nestmark under Settings → API Key',
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { authorization: '=Bearer {{$credentials.apiKey}}' } },
  }

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.server.replace(/\\/+$/, "")}}',
      url: '/api/user-data',
      method: 'POST',
      body: {},
    },
  }
}
