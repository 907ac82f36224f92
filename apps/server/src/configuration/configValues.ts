/** An environment variable is invalid; the message names it and the accepted values. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type Environment = Record<string, string | undefined>

/** @throws ConfigError, as all functions here */
export function integer(env: Environment, name: string, otherwise: number, min: number, max: number): number {
  const text = env[name]
  if (!text) return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new ConfigError(`${name} is "${text}". It must be a whole number from ${min} to ${max}.`)
  return value
}

/** Reads an address with one of the schemes, such as `https:`. */
export function address(env: Environment, name: string, schemes: string[]): string {
  const text = env[name] ?? ''
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !schemes.includes(url.protocol))
    throw new ConfigError(
      `${name} must be an address that begins with ${schemes.map(s => `${s}//`).join(' or ')}.`,
    )
  return text
}

/** Reads an origin; null when the variable is not set. */
export function origin(env: Environment, name: string): string | null {
  if (!env[name]) return null
  const url = new URL(address(env, name, ['http:', 'https:']))
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    throw new ConfigError(`${name} must be an origin such as https://links.example.org, without a path.`)
  return url.origin
}

/** Reads a switch. */
export function isOn(env: Environment, name: string, otherwise: boolean): boolean {
  const text = env[name] || (otherwise ? 'on' : 'off')
  if (text !== 'on' && text !== 'off') throw new ConfigError(`${name} is "${text}". It must be on or off.`)
  return text === 'on'
}
