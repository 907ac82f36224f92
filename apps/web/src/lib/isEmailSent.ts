let sent: boolean | undefined

/** Returns true if this server sends email. Without it nobody without an account can be invited. */
export function isEmailSent(): boolean {
  sent ??= document.querySelector<HTMLMetaElement>('meta[name="nestmark-email"]')?.content === 'on'
  return sent
}
