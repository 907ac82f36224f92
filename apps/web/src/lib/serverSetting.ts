/**
 * Returns a setting that the server writes into the head of the page; '' without one, and outside a page.
 * @param name without the prefix `nestmark-`
 */
export function readServerSetting(name: string): string {
  if (typeof document === 'undefined') return ''
  return document.querySelector<HTMLMetaElement>(`meta[name="nestmark-${name}"]`)?.content ?? ''
}

/** Returns whether a setting of the server is on. */
export const isServerSettingOn = (name: string): boolean => readServerSetting(name) === 'on'

/** Returns true if this server sends email. Otherwise people without an account cannot be invited. */
export const isEmailSent = (): boolean => isServerSettingOn('email')

/** Returns true if this server sells plans. */
export const arePaymentsOn = (): boolean => isServerSettingOn('payments')

/** Returns true if this server enforces the limits of the free plan on links, collections and search. */
export const arePlanLimitsEnabled = (): boolean => isServerSettingOn('plan-limits')

/**
 * Returns true if this server offers plans: it sells them, or accounts begin with the free one. Otherwise nothing on the
 * page names plans, prices or coupons.
 */
export const arePlansOffered = (): boolean => isServerSettingOn('plans')
