let enabled: boolean | undefined

/** True when this server holds the free plan to its number of links and collections, and to its search. */
export function arePlanLimitsEnabled(): boolean {
  enabled ??= document.querySelector<HTMLMetaElement>('meta[name="nestmark-plan-limits"]')?.content === 'on'
  return enabled
}
