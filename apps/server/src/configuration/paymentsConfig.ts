import { address, ConfigError, type Environment, integer } from './configValues.ts'

/** The operator's account at Stripe. */
export interface PaymentsConfig {
  secretKey: string
  /** The secret of the webhook endpoint. */
  webhookSecret: string
  /** The id of the coupon, or of the promotion code (`promo_…`), that /early-bird gives; null without one. */
  earlyBird: string | null
  /** Origin of the API; null for Stripe's. Tests have their own. */
  apiBase: string | null
}

/**
 * Reads the account at the payment provider.
 * @returns null without one
 * @throws ConfigError when only one of both secrets is set, or one is not of the expected kind
 */
export function readPaymentsConfig(env: Environment): PaymentsConfig | null {
  // A line break at the end of a secret, as from a file, makes every signature wrong.
  const secretKey = env.STRIPE_SECRET_KEY?.trim() ?? ''
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET?.trim() ?? ''
  if (secretKey === '' && webhookSecret === '') return null
  if (secretKey === '' || webhookSecret === '')
    throw new ConfigError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET need each other: set both, or none.')
  if (!/^(sk|rk)_/.test(secretKey))
    throw new ConfigError(
      'STRIPE_SECRET_KEY must begin with sk_ or rk_. The publishable key (pk_) is not used.',
    )
  if (!webhookSecret.startsWith('whsec_'))
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET must begin with whsec_. It is shown with the webhook endpoint.',
    )
  const earlyBird = env.STRIPE_EARLY_BIRD?.trim() || null
  if (earlyBird !== null && !/^\w[\w-]{0,199}$/.test(earlyBird))
    throw new ConfigError('STRIPE_EARLY_BIRD must be the id of a coupon, or of a promotion code (promo_…).')
  return {
    secretKey,
    webhookSecret,
    earlyBird,
    apiBase: env.STRIPE_API_BASE
      ? new URL(address(env, 'STRIPE_API_BASE', ['http:', 'https:'])).origin
      : null,
  }
}

/**
 * Reads the plan of new accounts. Without payments nobody could leave the free plan, so accounts begin with Pro.
 * @throws ConfigError for no plan
 */
export function readDefaultPlan(env: Environment, hasPayments: boolean): number {
  return integer(env, 'DEFAULT_PLAN', hasPayments ? 1 : 2, 1, 6)
}

/**
 * Returns whether this server offers plans: it sells them, or its accounts begin with the free one. On any other server
 * nobody is on the free plan, and nothing names prices, plans or coupons.
 */
export function offersPlans(config: { payments: PaymentsConfig | null; defaultPlan: number }): boolean {
  return config.payments !== null || config.defaultPlan === 1
}
