import { answerJobs } from '../threads/answerJobs.ts'
import { readPosts } from './readPosts.ts'

// The worker thread of the reader of blogs. It isolates the server from malicious posts.
answerJobs(readPosts)
