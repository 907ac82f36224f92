/** @jsxImportSource preact */
import { render } from 'preact'
import { Settings } from './Settings.tsx'

const root = document.getElementById('root')
if (root) render(<Settings />, root)
