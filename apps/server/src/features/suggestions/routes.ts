import * as contract from '@nestmark/contract/suggestions'
import { implement, implementOpen, type Route } from '../../calls/route.ts'
import { addSuggestion } from './addSuggestion.ts'
import { approveSuggestions } from './approveSuggestions.ts'
import { claimSuggestions } from './claimSuggestions.ts'
import { listSentSuggestions } from './listSentSuggestions.ts'
import { countSuggestions } from './countSuggestions.ts'
import { listReceivedSuggestions } from './listReceivedSuggestions.ts'
import { deleteSuggestions } from './deleteSuggestions.ts'
import { updateSuggestion } from './updateSuggestion.ts'

export const suggestionRoutes: readonly Route[] = [
  implementOpen(contract.addSuggestion, addSuggestion),
  implement(contract.updateSuggestion, updateSuggestion),
  implement(contract.approveSuggestions, approveSuggestions),
  implement(contract.deleteSuggestions, deleteSuggestions),
  implement(contract.claimSuggestions, claimSuggestions),
  implement(contract.listReceivedSuggestions, listReceivedSuggestions),
  implement(contract.listSentSuggestions, listSentSuggestions),
  implement(contract.countSuggestions, countSuggestions),
]
