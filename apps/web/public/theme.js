// Sets the colour scheme before the first paint. It is a separate file because the content security policy
// forbids inline scripts, and it must run before the bundle. `theme` holds 0 (light), 1 (dark) or 2 (as the
// system).
;(function () {
  let dark
  try {
    const stored = localStorage.getItem('theme')
    dark =
      stored === '0' || stored === '1' ? stored === '1' : matchMedia('(prefers-color-scheme: dark)').matches
  } catch {
    dark = false
  }
  document.documentElement.setAttribute('data-color-scheme', dark ? 'dark' : 'light')
  const bar = document.querySelector('meta[name="theme-color"]')
  if (bar) bar.setAttribute('content', dark ? '#101516' : '#EFEEE9')
})()
