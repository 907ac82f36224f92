/**
 * Calls an operation of the API.
 * @param component has the props `server` and `apiKey`
 * @param operation its path, such as `add-key`
 * @returns the `data` of the answer
 * @throws ConfigurationError for a wrong or deleted key; otherwise an Error with the message of the server, its `status`
 *   and, for 429, the seconds to wait
 */
export async function callApi({ server, apiKey }, operation, input = {}) {
  // Not by the `axios` of Pipedream, which takes addresses with a query apart.
  const response = await fetch(`${server.trim().replace(/\/+$/, '')}/api/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey.trim()}` },
    body: JSON.stringify(input),
  })
  const body = await response.json().catch(() => null)
  if (response.ok) return body?.data
  const { status } = response
  const { code = 'server', message = `The server answered ${status}.` } = body ?? {}
  const seconds = Number(response.headers.get('retry-after')) || 60
  const error = new Error(status === 429 ? `${message} Try again in ${seconds} seconds.` : message)
  // Pipedream shows an error of this name at the props, as its class does.
  if (status === 401) error.name = 'ConfigurationError'
  throw Object.assign(error, { status, code })
}
