import type { Declarations, Defaulted } from './tableDeclaration.ts'

/** A rule of a person for links. */
interface RuleRow {
  id: string
  person_id: string
  /** Its place among the rules of the person. */
  position: number
  active: number
  /** JSON, as `ruleConditions` and `ruleActions` of the contract. */
  conditions: string
  actions: string
  created_at: number
}

/**
 * The title and address of a link before rules changed them, and after. They are beside the rows of the undo record, because
 * encryption has to find them by their link.
 */
export interface UndoTextRow {
  undo_id: string
  link_id: string
  old_title: string
  new_title: string
  old_address: string
  new_address: string
}

export interface RuleTables {
  rules: Defaulted<RuleRow, 'active'>
}

export const ruleTables: Declarations<RuleTables> = {
  rules: {
    owner: 'person_id',
    references: { person_id: 'people' },
    backup: 'included',
    erasure: 'byReference',
    export: 'included',
    orphans: 'rules of people that were deleted',
  },
}
