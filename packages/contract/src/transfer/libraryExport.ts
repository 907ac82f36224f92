import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { time } from '../shapes.ts'

/** The content of an export of everything. */
export const exportedParts = z.object({
  collections: z.number(),
  links: z.number(),
  /** Those of the links that are encrypted. The ZIP has them in nestmark.json; `export-bookmarks` leaves them out. */
  encrypted: z.number(),
  /** Original files and their posters. */
  files: z.number(),
  file_bytes: z.number(),
  /** Files of the copies of pages: the page and its article. They are stored compressed. */
  pages: z.number(),
  page_bytes: z.number(),
})

export type ExportedParts = z.output<typeof exportedParts>

export const getExportSize = operation({
  path: 'export-size',
  keyScope: 'read',
  summary:
    'Returns what `export-library` would contain now. Sizes are bytes as stored. The trash, and what others share, are not included.',
  output: exportedParts,
})

export const exportLibrary = operation({
  path: 'export-library',
  keyScope: 'read',
  summary:
    'Returns the address of a ZIP, relative to this server, with nestmark.html, nestmark.json, the original files and the copies of pages. ' +
    'It is written while it is sent. The address can be used once, within 5 minutes, while this session lasts. ' +
    'Each user can start one in 5 minutes, apart from `export-bookmarks`; one that is stopped does not count.',
  cost: 'export',
  output: z.object({ url: z.string() }),
  errors: ['transfer.exportRunning', 'transfer.exportedRecently', 'server.busy'],
})

/** `waiting`: the address was not used yet. `stopped`: by `stop-library-export`, or by the end of the session. */
export const exportState = z.enum(['none', 'waiting', 'running', 'done', 'stopped', 'failed'])

export const getLibraryExport = operation({
  path: 'library-export',
  keyScope: 'read',
  summary:
    'Returns the state of the last `export-library`. `done` means that the server sent everything. A client that closes the connection early has an incomplete file: the state is then `failed`.',
  output: z.object({
    state: exportState,
    started: z.nullable(time),
    /** Files of links and pages that were sent so far, and their stored bytes. */
    files: z.number(),
    bytes: z.number(),
    /** Files whose bytes are missing. They are listed in missing-files.txt. */
    missing: z.number(),
    /** The seconds until `export-library` can be called again; 0 if it can be now. */
    again_in: z.number(),
  }),
})

export type LibraryExport = z.output<typeof getLibraryExport.output>

export const stopLibraryExport = operation({
  path: 'stop-library-export',
  keyScope: 'read',
  summary: 'Stops the running `export-library`. Its file is incomplete, and cannot be opened.',
})
