import '../ui/styles/fonts.css'
import '../ui/styles/tokens.css'
import '../ui/styles/base.css'
import '../ui/styles/layout.css'
import '../ui/styles/contrast.css'
import { assertDefined } from '@nestmark/core/assertDefined'
import { createRoot } from 'react-dom/client'
import { keepFocus } from '../lib/focus/keepFocus.ts'
import { Site } from './Site.tsx'

keepFocus()
createRoot(assertDefined(document.getElementById('root'), 'root')).render(<Site />)
