import { urlToPdf } from '@nestmark/contract/transfer/pdf'
import { noToken, type Outcome, type Row } from '../row.testing.ts'

/** The app of these tests has no browser, so a permitted call ends with this code. */
const permitted = 'pdf.noBrowser'

const lines = (hidden: Outcome): Row['expect'] => ({
  private: [permitted, hidden, hidden, hidden, noToken],
  team: [permitted, permitted, permitted, hidden, noToken],
  public: [permitted, permitted, permitted, permitted, noToken],
})

export const pdfRows: readonly Row[] = [
  {
    op: urlToPdf,
    case: 'a collection',
    key: 'write',
    changes: false,
    input: async resources => ({ url: `/c/${resources.target}` }),
    expect: lines('collections.notFound'),
  },
  {
    op: urlToPdf,
    case: 'a link',
    key: 'write',
    changes: false,
    input: async resources => ({ url: `/l/${await resources.link()}` }),
    expect: lines('links.notFound'),
  },
]
