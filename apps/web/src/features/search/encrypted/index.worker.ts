/// <reference lib="webworker" />
import { answerTasks } from '../../../lib/browser/workerTasks.ts'
import { createIndexWork } from './indexWork.ts'

answerTasks(self, createIndexWork())
