import { readMetadata } from './pageMeta/readMetadata.ts'
import { answerJobs } from './threads/answerJobs.ts'

// The worker thread of the page reader. It isolates the server from malicious pages.
answerJobs(readMetadata)
