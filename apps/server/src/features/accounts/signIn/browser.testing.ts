import { checkDeclared } from '../gateway/declaredAnswer.testing.ts'

export interface Answer {
  status: number
  headers: Headers
  // eslint-disable-next-line typescript/no-explicit-any
  body: any
  /** The token of a sign-in, for product calls. */
  token: string | null
}

export interface Browser {
  post(path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  /** The cookies that would be sent. */
  cookies: Map<string, string>
}

/** Reads an answer, and checks it against the declaration of its call. */
async function readAnswer(method: string, path: string, response: Response): Promise<Answer> {
  const text = await response.text()
  const { status, headers } = response
  const answer = {
    status,
    headers,
    body: text ? JSON.parse(text) : null,
    token: headers.get('set-auth-token'),
  }
  checkDeclared(method, path, answer)
  return answer
}

/** Returns a browser on the sign-in site: it keeps cookies and sends its origin, as browsers do. */
export function openBrowser(app: { origin: string }): Browser {
  const cookies = new Map<string, string>()

  async function send(method: string, path: string, body: object | null, more: Record<string, string> = {}) {
    const headers: Record<string, string> = { origin: app.origin, ...more }
    if (body) headers['content-type'] ??= 'application/json'
    if (cookies.size > 0) headers.cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const response = await fetch(`${app.origin}/api/auth${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0]!.split('=') as [string, string]
      if (/max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return readAnswer(method, path, response)
  }
  return {
    cookies,
    post: (path, body = {}, headers) => send('POST', path, body, headers),
    get: (path, headers) => send('GET', path, null, headers),
  }
}

/** Returns a program's client: it sends only the headers it is given. */
export function program(app: { origin: string }, token?: string): Pick<Browser, 'post' | 'get'> {
  const bearer: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const send = async (method: string, path: string, body: object | null, headers = {}): Promise<Answer> => {
    const response = await fetch(`${app.origin}/api/auth${path}`, {
      method,
      headers: { ...bearer, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      body: body ? JSON.stringify(body) : null,
    })
    return readAnswer(method, path, response)
  }
  return {
    post: (path, body = {}, headers) => send('POST', path, body, headers),
    get: (path, headers) => send('GET', path, null, headers),
  }
}

let people = 0
/** Returns the registration data of a new user. */
export function newAccount(name = 'Ada Lovelace') {
  people += 1
  return { name, email: `person${people}@example.org`, password: 'correct horse battery' }
}
