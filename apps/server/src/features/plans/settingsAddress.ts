import type { Services } from '../../services.ts'

/**
 * Returns the address of the plan in the settings, to which the provider's pages return.
 * @param result 'paid' after a payment: then the page asks for the plan
 */
export function settingsAddress({ config }: Pick<Services, 'config'>, result?: 'paid'): string {
  return `${config.publicUrl}/settings?tab=plan${result ? `&result=${result}` : ''}`
}
