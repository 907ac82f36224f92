import type { Generated } from 'kysely'
import type { Declarations } from './tableDeclaration.ts'

/** A person as a customer of the payment provider. */
export interface CustomerRow {
  person_id: string
  /** The provider's id of the customer. */
  customer_id: string
  /** 1 when the person's plan was bought, 0 when it is free or came from a coupon or the operator. */
  bought: Generated<number>
  /** 1 while a subscription renews, so that the provider sends further invoices. */
  renewing: Generated<number>
  /** The failed invoice that the person received an email about. */
  failed_invoice: Generated<string | null>
  /** How many times the provider was asked for the purchases, and which of these answers was applied last. */
  started: Generated<number>
  applied: Generated<number>
  created_at: number
}

/** An email about storage or bandwidth that was sent. */
export interface QuotaMailRow {
  person_id: string
  kind: 'storage' | 'bandwidth'
  /** 80 or 100. */
  percent: number
  /** The month as 202611 for bandwidth, 0 for storage. */
  month: number
  sent_at: number
}

/** An event that the payment provider has sent, so that a repetition has no effect. */
interface PaymentEventRow {
  id: string
  type: string
  /** When it happened, and when it arrived first. */
  created_at: number
  received_at: number
}

export interface PaymentTables {
  customers: CustomerRow
  payment_events: PaymentEventRow
  quota_mails: QuotaMailRow
}

const ofPerson = { owner: 'person_id', references: { person_id: 'people' }, backup: 'included' } as const

export const paymentTables: Declarations<PaymentTables> = {
  customers: { ...ofPerson, erasure: 'ownCode', export: 'ofServer' },
  // Ids of the payment provider, which are deleted after some time.
  payment_events: { owner: null, backup: 'included', erasure: 'nothing', export: 'ofServer' },
  quota_mails: { ...ofPerson, erasure: 'byReference', export: 'ofServer' },
}
