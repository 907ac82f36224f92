import { answerJobs } from '../threads/answerJobs.ts'
import { parseFeedText } from './parseFeedText.ts'

// The worker thread of the feed reader. It isolates the server from malicious feeds.
answerJobs(parseFeedText)
