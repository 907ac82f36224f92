import { createHmac } from 'node:crypto'
import type { Actor } from '../access/actor.ts'
import { isSameSecret } from './signature.ts'

/**
 * Signs the query parameter that authenticates a request for a picture, because `<img>` sends no bearer token: the
 * session's id and its MAC. It is valid for pictures only, for those the session's person may see at that time, and
 * expires with the session or the API key.
 */
function createPictureToken(secret: string, sessionId: string): string {
  return `${sessionId}.${createHmac('sha256', secret).update(`pictures ${sessionId}`).digest('base64url').slice(0, 22)}`
}

/** Returns a function that builds the addresses of pictures for one call. */
export function createPictureAddresses(call: {
  actor: Actor | null
  services: { config: { secret: string } }
}): (id: string) => string {
  if (!call.actor) return id => `/pictures/${id}`
  let pass: string | undefined
  const { sessionId } = call.actor
  return id => `/pictures/${id}?p=${(pass ??= createPictureToken(call.services.config.secret, sessionId))}`
}

/** Returns the session id of a signed parameter, or null when the MAC is wrong. */
export function verifyPictureToken(secret: string, pass: string): string | null {
  const sessionId = pass.slice(0, pass.lastIndexOf('.'))
  return isSameSecret(createPictureToken(secret, sessionId), pass) ? sessionId : null
}

/** Returns the address of a profile image; '' without one. */
export function toProfileImageAddress(id: string | null): string {
  return id ? `/profile-images/${id}` : ''
}
