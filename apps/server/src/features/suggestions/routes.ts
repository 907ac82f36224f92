import * as contract from '@nestmark/contract/suggestions'
import { implement, implementOpen, type Route } from '../../http/implement.ts'
import { suggest } from './addSuggestion.ts'
import { approveAll } from './approveSuggestions.ts'
import { claimAll } from './claimSuggestions.ts'
import { readByMe, readCounts, readToMe } from './readSuggestions.ts'
import { removeAll } from './removeSuggestions.ts'
import { editSuggestion } from './updateSuggestion.ts'

export const suggestionRoutes: readonly Route[] = [
  implementOpen(contract.addSuggestion, suggest),
  implement(contract.updateSuggestion, editSuggestion),
  implement(contract.approveSuggestions, approveAll),
  implement(contract.deleteSuggestions, removeAll),
  implement(contract.claimSuggestions, claimAll),
  implement(contract.getSuggestedToMe, readToMe),
  implement(contract.getSuggestedByMe, readByMe),
  implement(contract.countSuggestions, readCounts),
]
