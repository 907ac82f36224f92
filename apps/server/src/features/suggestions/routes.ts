import { type Route, route } from '../../calls/route.ts'
import {
  addSuggestion,
  claimSuggestions,
  listSentSuggestions,
  listReceivedSuggestions,
  countSuggestions,
  updateSuggestion,
  deleteSuggestions,
} from './suggestions.ts'
import { approveSuggestions } from './approveSuggestions.ts'

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
