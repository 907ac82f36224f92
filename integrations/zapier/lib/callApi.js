/**
 * Calls an operation of the API.
 * @param operation its path, such as `add-key`
 * @returns the `data` of the answer
 * @throws ExpiredAuthError for a wrong or deleted key, ThrottledError for 429, otherwise the message of the server
 */
export async function callApi(z, bundle, operation, input = {}) {
  const { server, apiKey } = bundle.authData
  const response = await z.request({
    url: `${server.trim().replace(/\/+$/, '')}/api/${operation}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey.trim()}` },
    // As a string: Zapier deletes '{{…}}' from the values of objects.
    body: JSON.stringify(input),
    skipThrowForStatus: true,
  })
  const { status } = response
  if (status >= 200 && status < 300) return readJson(response)?.data
  const { code = 'server', message = `The server answered ${status}.` } = readJson(response) ?? {}
  if (status === 401) throw new z.errors.ExpiredAuthError(message)
  if (status === 429) throw new z.errors.ThrottledError(message, readSeconds(response))
  throw new z.errors.Error(message, code, status)
}

/** Returns the JSON of an answer, or null: a proxy may answer with a page. */
function readJson({ content }) {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}

const readSeconds = response => Number(response.getHeader('retry-after')) || 60
