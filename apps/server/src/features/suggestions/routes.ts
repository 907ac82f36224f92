import { type Route, route } from '../../calls/route.ts'
import { addSuggestion } from './addSuggestion.ts'
import { approveSuggestions } from './approveSuggestions.ts'
import {
  claimSuggestions,
  listSentSuggestions,
  listReceivedSuggestions,
  countSuggestions,
  updateSuggestion,
  deleteSuggestions,
} from './suggestions.ts'

export const suggestionRoutes: readonly Route[] = [
  route(addSuggestion),
  route(updateSuggestion),
  route(approveSuggestions),
  route(deleteSuggestions),
  route(claimSuggestions),
  route(listReceivedSuggestions),
  route(listSentSuggestions),
  route(countSuggestions),
]
