import * as contract from '@nestmark/contract/transfer/libraryExport'
import { type Row, signedInOnly } from '../row.testing.ts'

const input = () => ({})

export const libraryExportRows: readonly Row[] = [
  { op: contract.getExportSize, key: 'read', input, expect: signedInOnly, ownOnly: true },
  {
    op: contract.exportLibrary,
    key: 'read',
    changes: true,
    before: ({ app }) => app.services.db.write(tx => tx.deleteFrom('library_exports').execute()),
    input,
    expect: signedInOnly,
    ownOnly: true,
  },
  { op: contract.getLibraryExport, key: 'read', input, expect: signedInOnly, ownOnly: true },
  {
    op: contract.stopLibraryExport,
    key: 'read',
    changes: 'maybe',
    input,
    expect: signedInOnly,
    ownOnly: true,
  },
]
