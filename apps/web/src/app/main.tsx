import '../lib/callback.ts'
import '../lib/browser/install.ts'
import '../ui/styles/fonts.css'
import '../ui/styles/tokens.css'
import '../ui/styles/base.css'
import '../ui/styles/layout.css'
import '../ui/styles/contrast.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { queryClient, refreshOnReconnect } from '../lib/api/queryClient.ts'
import { reopenAnswers } from '../lib/api/reopenAnswers.ts'
import { keepFocus } from '../lib/focus/keepFocus.ts'
import { watchOverlayHistory } from '../lib/overlays/overlayHistory.ts'
import { keepEarlyEvents } from '../lib/liveUpdates/early.ts'
import { keepPastes } from '../lib/overlays/pastes.ts'
import { provideSoundEngine } from '../lib/media/sound.ts'
import { sessionStored } from '../lib/browser/storage.ts'
import { Router, startRouter } from '../lib/router/location.ts'
import { Toasts } from '../ui/progress/Toasts.tsx'
import { provideEncryption } from '../features/encryption/entering/provideEncryption.ts'
import { AppRoutes, preloadPage } from './routes.tsx'
import { preloadFrame } from './shell/frame/Frame.tsx'

provideEncryption()
refreshOnReconnect()
reopenAnswers()
watchOverlayHistory()
const loading = startRouter(preloadPage)
keepPastes()
keepEarlyEvents()
keepFocus()
// Loaded with the bar, so that audio never plays without it.
provideSoundEngine(async () => {
  const [engine] = await Promise.all([
    import('../features/files/sound/engine.ts'),
    import('../features/files/sound/SoundBar.tsx'),
  ])
  return engine.default
})
if (sessionStored.read('sound'))
  void import('../features/files/sound/restoreSound.ts')
    .then(({ restoreSound }) => restoreSound())
    .catch(() => undefined)

/** How long the first rendering waits for the code of its page, in milliseconds. The page then has no placeholder. */
const patience = 200

const root = document.getElementById('root')
await Promise.race([
  Promise.all([loading, preloadFrame()]).catch(() => undefined),
  new Promise(resolve => setTimeout(resolve, patience)),
])
if (root)
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <AppRoutes />
        <Toasts />
      </Router>
    </QueryClientProvider>,
  )

// The delay lets the page load its own content first.
setTimeout(() => void import('./serviceWorker.ts').catch(() => undefined), 3000)
