import { Refused, refuse } from '../../../access/refuse.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import type { Services } from '../../../services.ts'

/**
 * Runs calls to the payment provider inside a request.
 * @throws Refused 'payments.off' on a server that sells nothing, 'payments.unavailable' when the provider fails or
 * refuses, and the refusals of the work
 */
export async function atProvider<T>(
  { payments }: Pick<Services, 'payments'>,
  work: (provider: PaymentProvider) => Promise<T>,
): Promise<T> {
  const provider = payments ?? refuse('payments.off')
  try {
    return await work(provider)
  } catch (error) {
    if (error instanceof Refused || !isOfProvider(error)) throw error
    provider.report('the payment provider refused a call', error)
    return refuse('payments.unavailable')
  }
}

/** Returns whether the provider does not know an object, such as a customer of another account. */
export const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'resource_missing'

/** Recognises the library's errors by their names: their classes would load the library. */
const isOfProvider = (error: unknown): boolean =>
  ((error as { type?: string }).type ?? '').startsWith('Stripe')

/**
 * Returns the address of the plan in the settings, to which the provider's pages return.
 * @param result then the page asks for the plan: 'paid' after a payment, 'visited' after other pages of the provider
 */
export function settingsAddress({ config }: Pick<Services, 'config'>, result?: 'paid' | 'visited'): string {
  return `${config.publicUrl}/settings?tab=plan${result ? `&result=${result}` : ''}`
}
