import fc from 'fast-check'

// The gate passes or fails by the commit alone: its properties always have the same examples. The full suite has new ones.
if (process.env.NESTMARK_GATE !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 42 })
