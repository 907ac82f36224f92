/** Formats a day for an email, whose reader's time zone is unknown: the day in UTC. */
const formatDay = (time: number) =>
  new Date(time).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Emails about payments. */
export const paymentEmails = {
  failed: {
    subject: 'Your payment didn’t go through',
    paragraphs: (plan: string, until: number): readonly string[] => [
      'Hello,',
      `We couldn’t collect the payment for your ${plan} plan. This happens, for example, when a card has expired.`,
      `Nothing changes for now: you keep ${plan} until ${formatDay(until)}. Update your card by then and it continues. Otherwise you move to the free plan. Nothing is deleted.`,
    ],
    action: 'Update your card',
    closing: 'You get this email once for each invoice that could not be paid.',
  },
} as const

/** Words about a plan that is paid. */
export const paymentsTexts = {
  plan: 'Plan',
  lifetime: 'Lifetime',
  lifetimes: { 4: 'Solo', 5: 'Team', 6: 'Business' } as Record<number, string | undefined>,
  perMonth: 'per month',
  perYear: 'per year',
  once: 'once',
  period: 'Billed',
  monthly: 'Monthly',
  yearly: 'Yearly, save up to 20%',
  currency: 'Currency',
  usd: 'USD $',
  inr: 'INR ₹',
  /** The price of a year as that of a month. */
  eachMonth: (price: string) => `That’s ${price} a month.`,
  room: (storage: number, bandwidth: number) =>
    `${storage} GB of storage and ${bandwidth} GB of bandwidth a month`,
  invitations: (n: number) =>
    n === Infinity ? 'Invite any number of people' : n === 1 ? 'Invite 1 person' : `Invite ${n} people`,
  everythingInPro: 'Everything in Pro',
  pay: 'Continue to payment',
  switch: 'Continue',
  line: 'You pay on the secure page of Stripe. Cancel any time.',
  lineOnce: 'You pay on the secure page of Stripe, once. There are no further invoices.',
  earlyBird: 'The early-bird discount is taken off on the payment page.',
  lineSwitch: 'The next page shows what changes on your invoice before you confirm.',
  loading: 'Loading prices',
  failed: 'Couldn’t load the prices.',
  upgrade: 'Choose a plan',
  toPremium: 'Switch to Premium',
  manage: 'Payments and invoices',
  updateCard: 'Update your card',
  overdue: (date: string) => `Your last payment didn’t go through. You keep your plan until ${date}.`,
  thanks: (plan: string) => `Thank you! You’re on ${plan} now.`,
  notYet: 'Your payment is on its way. Your plan changes as soon as it arrives.',
} as const

/**
 * Formats an amount.
 * @param amount in the smallest unit of the currency, such as cents
 * @param currency ISO 4217, in any case
 */
export function formatPrice(amount: number, currency: string): string {
  const style = { style: 'currency', currency } as const
  const digits = new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits ?? 2
  const value = amount / 10 ** digits
  return new Intl.NumberFormat('en', {
    ...style,
    minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
  }).format(value)
}
