let enabled: boolean | undefined

/** Returns true if this server enforces the limits of the free plan on links, collections and search. */
export function arePlanLimitsEnabled(): boolean {
  enabled ??= document.querySelector<HTMLMetaElement>('meta[name="nestmark-plan-limits"]')?.content === 'on'
  return enabled
}
