import type { CommonServices } from '../../../calls/services.ts'

/**
 * Returns the address of the plan in the settings, to which the provider's pages return.
 * @param result then the page asks for the plan: 'paid' after a payment, 'visited' after other pages of the provider
 */
export function settingsAddress(
  { config }: Pick<CommonServices, 'config'>,
  result?: 'paid' | 'visited',
): string {
  return `${config.publicUrl}/settings?tab=plan${result ? `&result=${result}` : ''}`
}
